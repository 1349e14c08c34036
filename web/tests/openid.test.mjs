// Signing in with the host's own OpenID provider: a small one that runs beside the test, at another site than the server.
import assert from 'node:assert/strict';
import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { after, test } from 'node:test';
import { becomes, clean, stage, violations } from './helper.mjs';

const b64 = (x) => Buffer.from(x).toString('base64url');
const written = (x) =>
  String(x).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** A provider with a page that asks who somebody is. `bend` lets one answer be wrong. */
async function startProvider(client, secret) {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const codes = new Map();
  const p = { exchanges: 0, bend: {} };
  const form = async (req) => {
    let text = '';
    for await (const part of req) text += part;
    return new URLSearchParams(text);
  };
  const signed = (claims) => {
    const text = `${b64('{"alg":"RS256","kid":"1"}')}.${b64(JSON.stringify(claims))}`;
    return `${text}.${createSign('RSA-SHA256').update(text).sign(privateKey).toString('base64url')}`;
  };
  const routes = {
    'GET /.well-known/openid-configuration': () => ({
      issuer: p.issuer,
      authorization_endpoint: `${p.issuer}/auth`,
      token_endpoint: `${p.issuer}/token`,
      jwks_uri: `${p.issuer}/keys`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
    }),
    'GET /keys': () => ({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid: '1', use: 'sig', alg: 'RS256' }] }),
    'GET /auth': (_, res, url) => {
      const asked = [...url.searchParams]
        .map(([k, v]) => `<input type="hidden" name="${written(k)}" value="${written(v)}">`)
        .join('');
      res.setHeader('Content-Type', 'text/html; charset=utf-8');
      res.end(`<!doctype html><html lang="en"><title>The club</title><h1>The club</h1>
        <form method="post" action="/auth">${asked}<label>Member <input name="member"></label>
        <button name="do" value="yes">Sign in</button><button name="do" value="no">Refuse</button></form>`);
    },
    'POST /auth': async (req, res) => {
      const asked = await form(req);
      const to = new URL(asked.get('redirect_uri'));
      to.searchParams.set('state', p.bend.state ?? asked.get('state'));
      if (asked.get('do') === 'no') to.searchParams.set('error', 'access_denied');
      else {
        const code = b64(randomBytes(12));
        codes.set(code, asked);
        to.searchParams.set('code', code);
      }
      res.writeHead(303, { Location: to.href }).end();
    },
    'POST /token': async (req, res) => {
      p.exchanges++;
      const given = await form(req);
      const asked = codes.get(given.get('code'));
      codes.delete(given.get('code'));
      const proof = createHash('sha256')
        .update(given.get('code_verifier') ?? '')
        .digest('base64url');
      if (
        req.headers.authorization !== `Basic ${Buffer.from(`${client}:${secret}`).toString('base64')}` ||
        asked?.get('client_id') !== client ||
        asked.get('code_challenge') !== proof ||
        asked.get('redirect_uri') !== given.get('redirect_uri')
      ) {
        res.statusCode = 400;
        return { error: 'invalid_grant' };
      }
      const member = asked.get('member');
      const now = Math.floor(Date.now() / 1000);
      return {
        access_token: 'access',
        token_type: 'Bearer',
        id_token: signed({
          iss: p.issuer,
          aud: client,
          sub: `number of ${member}`,
          iat: now,
          exp: now + 3600,
          nonce: asked.get('nonce'),
          preferred_username: `${member}@club.example`,
          ...p.bend.claims,
        }),
      };
    },
  };
  const server = createServer(async (req, res) => {
    const url = new URL(req.url, p.issuer);
    const answer = await routes[`${req.method} ${url.pathname}`]?.(req, res, url);
    if (res.writableEnded) return;
    if (!answer) res.statusCode = 404;
    res.setHeader('Content-Type', 'application/json');
    res.end(JSON.stringify(answer ?? {}));
  });
  await new Promise((r) => server.listen(0, '127.0.0.1', r));
  p.issuer = `http://127.0.0.1:${server.address().port}`;
  p.close = () => (server.closeAllConnections(), new Promise((r) => server.close(r)));
  return p;
}

process.env.ATOLL_OIDC_SECRET = 'between us: 100 % & +'; // it is encoded on its way
const club = await startProvider('atoll', encodeURIComponent(process.env.ATOLL_OIDC_SECRET).replaceAll('%20', '+'));
after(() => club.close());
// The server is at localhost and the provider at 127.0.0.1: two sites, as in life, so cookies have to survive the way.
const atoll = stage(
  ...['--public', 'http://localhost:{port}', '--oidc-issuer', club.issuer],
  ...['--oidc-client', 'atoll', '--oidc-name', 'the club'],
);
const home = () => atoll.base.replace('127.0.0.1', 'localhost');

const you = (p) => p.goto(`${home()}/you`);
const named = (p, name) => p.getByRole('heading', { level: 1, name, exact: true }).waitFor();
/** The address keeps nothing of the way; who somebody is may be known before that. */
const plain = (p) => p.waitForURL(`${home()}/you`);
const told = (p, text) => p.locator('.toast').getByText(text).waitFor();
const signOut = (p) => p.getByRole('button', { name: 'Sign out' }).click();

/** Goes to the provider and answers there. */
async function visit(p, member, button = 'Sign in', from = '[data-act=provider-in]') {
  await p.locator(from).click();
  await p.waitForURL(`${club.issuer}/auth?**`);
  await p.getByLabel('Member').fill(member);
  await p.getByRole('button', { name: button }).click();
  await p.waitForURL(`${home()}/you**`);
}

for (const [scheme, viewport] of [
  ['light', { width: 1280, height: 860 }],
  ['dark', { width: 360, height: 640 }],
])
  test(`somebody of the club, ${scheme} ${viewport.width}`, { timeout: 240_000 }, async () => {
    const bad = [];
    const options = { colorScheme: scheme, viewport, bypassCSP: true };
    const p = await atoll.person(options);
    const look = async (where) => {
      await p.waitForFunction(() => !document.querySelector('.toast'));
      for (const v of await violations(p)) bad.push(`${where}: ${v}`);
      const wide = await p.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      if (wide > 0) bad.push(`${where} is ${wide} too wide`);
    };
    const member = `mara.${scheme}`;
    const chosen = `Mara-${scheme}`;
    await you(p);
    await p.getByRole('button', { name: 'Sign in with the club' }).waitFor();
    await look('before');
    await visit(p, member);

    // A name is chosen once: the provider's is a suggestion, and a taken one is refused.
    const field = p.getByLabel('Name', { exact: true });
    await field.waitFor();
    await becomes(() => field.inputValue(), `mara-${scheme}`);
    await look('name');
    await field.fill('x y');
    await p.locator('[data-act=choose-name]').click();
    await p.getByRole('alert').waitFor();
    await look('bad name');
    await field.fill(chosen);
    await p.locator('[data-act=choose-name]').click();
    await named(p, chosen);
    await plain(p);
    await look('signed in');
    const id = async (page) => (await (await page.request.get(`${home()}/api/v1/me`)).json()).id;
    const first = await id(p);

    // The same person again, here and in another browser.
    await signOut(p);
    await visit(p, member);
    await named(p, chosen);
    assert.equal(await id(p), first);
    const other = await atoll.person(options);
    await you(other);
    await visit(other, member);
    await named(other, chosen);
    assert.equal(await id(other), first);
    await plain(other);

    // Somebody else of the club is somebody else here.
    await signOut(other);
    await visit(other, `jo.${scheme}`);
    await other.locator('[data-act=choose-name]').click();
    await named(other, `jo-${scheme}`);
    assert.notEqual(await id(other), first);

    // It is among the ways to sign in, and as the only one it stays.
    await p.locator('[data-act=keys]').click();
    await p.getByText('Linked with the club').waitFor();
    await look('ways');
    await p.locator('[data-act=unlink]').click();
    await p.getByText('your only way to sign in').waitFor();
    assert.deepEqual(bad, []);
    clean(p, other);
    await p.context().close();
    await other.context().close();
  });

test('an account with a password is linked, and unlinked', { timeout: 120_000 }, async () => {
  const p = await atoll.person();
  await you(p);
  await p.getByLabel('Name', { exact: true }).fill('Linked');
  await p.getByLabel('Password', { exact: true }).fill('a long password');
  await p.locator('[data-act=account]').click();
  await named(p, 'Linked');
  await p.locator('[data-act=keys]').click();
  await p.locator('[data-act=link]').waitFor();
  await p.locator('[data-act=link]').click();
  await p.getByRole('alert').waitFor(); // whoever finds the browser open cannot link it with themselves
  await p.getByLabel('Current password').fill('a long password');
  await visit(p, 'lin', 'Sign in', '[data-act=link]');
  await told(p, 'You can sign in with the club from now on.');
  await named(p, 'Linked');
  await signOut(p);
  await visit(p, 'lin');
  await named(p, 'Linked');
  await p.locator('[data-act=keys]').click();
  await p.locator('[data-act=unlink]').click();
  await p.locator('[data-act=link]').waitFor();
  clean(p);
  await p.context().close();
});

test('whom the provider does not confirm stays out, and is told so', { timeout: 120_000 }, async () => {
  const p = await atoll.person();
  await you(p);
  const out = async (sentence) => {
    await told(p, sentence);
    await plain(p);
    await p.locator('[data-act=provider-in]').waitFor();
    assert.notEqual((await (await p.request.get(`${home()}/api/v1/me`)).json()).kind, 'account');
  };
  const refused = 'the club did not confirm who you are. Please try again.';
  await visit(p, 'nell', 'Refuse');
  await out(refused);
  const before = club.exchanges;
  for (const [bend, asks] of [
    [{ state: 'A'.repeat(32) }, 0], // an answer to a question of somebody else: its code is not even used
    [{ claims: { nonce: 'B'.repeat(32) } }, 1],
    [{ claims: { nonce: undefined } }, 1],
    [{ claims: { aud: 'another server' } }, 1],
    [{ claims: { iss: 'https://id.example' } }, 1],
    [{ claims: { exp: 1_000_000_000 } }, 1],
  ]) {
    const made = club.exchanges;
    club.bend = bend;
    await you(p);
    await visit(p, 'nell');
    await out(refused);
    assert.equal(club.exchanges - made, asks, JSON.stringify(bend));
    club.bend = {};
  }
  assert.ok(club.exchanges > before);

  // An address that another browser was given leads nowhere, nor does one that is used again.
  await p.locator('[data-act=provider-in]').click();
  await p.waitForURL(`${club.issuer}/auth?**`);
  await p.getByLabel('Member').fill('nell');
  const answer = p.waitForRequest((r) => r.url().includes('/session/provider/callback'));
  await p.getByRole('button', { name: 'Sign in' }).click();
  const used = (await answer).url();
  await p.locator('[data-act=choose-name]').waitFor();
  const victim = await atoll.person();
  await you(victim);
  await victim.locator('[data-act=provider-in]').waitFor();
  await victim.goto(used);
  await told(victim, 'That took too long, or began in another browser.');
  await p.goto(used);
  await told(p, 'That took too long, or began in another browser.');
  clean(p, victim);
  await p.context().close();
  await victim.context().close();
});
