// Signing in by passkey, with Chromium's virtual authenticator, and the way back into an account.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { bin, clean, stage, violations } from './helper.mjs';

// Browsers have no passkeys at an address in numbers.
const atoll = stage('--public', 'http://localhost:{port}');
const home = () => atoll.base.replace('127.0.0.1', 'localhost');

/** A device that makes and uses passkeys by itself, while it is on. */
async function device(page, more = {}) {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
      ...more,
    },
  });
  return {
    keys: async () => (await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
    remove: () => cdp.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId }),
    present: (enabled) => cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
    verifies: (isUserVerified) => cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  };
}

/** What axe finds, once no note is on its way out. */
async function faults(p) {
  await p.waitForFunction(() => !document.querySelector('.toast'));
  return violations(p);
}

const signOut = (p) => p.getByRole('button', { name: 'Sign out' }).click();
const named = (p, name) => p.getByRole('heading', { level: 1, name, exact: true }).waitFor();

for (const [scheme, viewport] of [
  ['light', { width: 1280, height: 860 }],
  ['dark', { width: 360, height: 640 }],
])
  test(`an account with a passkey alone, ${scheme} ${viewport.width}`, { timeout: 240_000 }, async () => {
    const bad = [];
    const p = await atoll.person({ colorScheme: scheme, viewport, bypassCSP: true });
    const look = async (where) => {
      for (const v of await faults(p)) bad.push(`${where}: ${v}`);
      const wide = await p.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      if (wide > 0) bad.push(`${where} is ${wide} too wide`);
    };
    const phone = await device(p);
    const name = `Key-${scheme}`;
    await p.goto(`${home()}/you`);
    await p.locator('[data-act=passkey-account]').click();
    await p.getByRole('alert').getByText('Type a name first.').waitFor();
    await look('signing in');
    await p.getByLabel('Name', { exact: true }).fill(name);
    await p.locator('[data-act=passkey-account]').click();
    await named(p, name);
    const [made] = await phone.keys();
    assert.equal(made.isResidentCredential, true);
    assert.equal(made.rpId, 'localhost');

    // A device whose user is not verified does not get in.
    await phone.present(false);
    await signOut(p);
    await p.locator('[data-act=passkey-in]').waitFor();
    await phone.verifies(false);
    await phone.present(true);
    await p.locator('[data-act=passkey-in]').click();
    await p.getByRole('alert').waitFor();
    await phone.verifies(true);
    await p.locator('[data-act=passkey-in]').click();
    await named(p, name);

    // The list has it with its last use; this device has one already; the only way in stays.
    await p.locator('[data-act=keys]').click();
    await p.locator('[data-passkey]').getByText('last used').waitFor();
    await look('ways to sign in');
    await p.locator('[data-act=passkey-add]').click();
    await p.getByText('This device already has a passkey for your account.').waitFor();
    await p.locator('[data-act=passkey-remove]').click();
    await p.getByText('your only way to sign in').waitFor();
    // Another device takes its place.
    await phone.remove();
    const ring = await device(p, { transport: 'usb' });
    await p.getByLabel('Name of the passkey').fill('key ring');
    await p.locator('[data-act=passkey-add]').click();
    await p.locator('[data-passkey]').getByText('key ring').waitFor();
    await p.locator('[data-passkey]').filter({ hasNotText: 'key ring' }).locator('button').click();
    await p.locator('[data-passkey]').filter({ hasNotText: 'key ring' }).waitFor({ state: 'detached' });
    await p.getByRole('button', { name: 'Close' }).click();
    await ring.present(false);
    await signOut(p);
    await p.locator('[data-act=passkey-in]').waitFor();
    await ring.present(true);
    await p.locator('[data-act=passkey-in]').click();
    await named(p, name);
    assert.deepEqual(bad, []);
    clean(p);
    await p.context().close();
  });

test('the browser offers a passkey where the name is typed', { timeout: 120_000 }, async () => {
  const p = await atoll.person();
  const phone = await device(p);
  await p.goto(`${home()}/you`);
  assert.equal(await p.getByLabel('Name', { exact: true }).getAttribute('autocomplete'), 'username webauthn');
  await p.getByLabel('Name', { exact: true }).fill('Offered');
  await p.locator('[data-act=passkey-account]').click();
  await named(p, 'Offered');
  // The offer is taken by itself, since this device asks nobody.
  const began = p.waitForRequest((r) => r.url().endsWith('/session/passkey/begin'));
  await signOut(p);
  await began;
  await named(p, 'Offered');
  assert.equal((await phone.keys())[0].signCount > 1, true);
  clean(p);
  await p.context().close();
});

test('a lost password: the host makes a link, which works once', { timeout: 120_000 }, async () => {
  const p = await atoll.person({ bypassCSP: true });
  await p.goto(`${home()}/you`);
  await p.getByLabel('Name', { exact: true }).fill('Forgetful');
  await p.getByLabel('Password', { exact: true }).fill('a long password');
  await p.locator('[data-act=account]').click();
  await named(p, 'Forgetful');
  await signOut(p);
  await p.getByRole('link', { name: 'Forgot your password?' }).click();
  await p.locator('[data-ask-host]').waitFor();
  assert.deepEqual(await faults(p), []);
  const args = ['admin', 'reset-link', 'Forgetful', '--store', atoll.store, '--public', home()];
  const link = (await promisify(execFile)(bin, args)).stdout.trim();
  assert.match(link, /^http:\/\/localhost:\d+\/recover#[\w-]{43}$/);
  await p.goto(link);
  await p.getByLabel('New password').fill('another password');
  assert.equal(new URL(p.url()).hash, '');
  assert.deepEqual(await faults(p), []);
  await p.locator('[data-act=recover]').click();
  await named(p, 'Forgetful');
  await signOut(p);
  await p.getByLabel('Name', { exact: true }).fill('Forgetful');
  await p.getByLabel('Password', { exact: true }).fill('another password');
  await p.locator('[data-act=sign-in]').click();
  await named(p, 'Forgetful');
  await p.goto(`${home()}/about`);
  await p.goto(link);
  await p.getByLabel('New password').fill('a third password');
  await p.locator('[data-act=recover]').click();
  await p.getByRole('alert').getByText('this link was used').waitFor();
  clean(p);
  await p.context().close();
});
