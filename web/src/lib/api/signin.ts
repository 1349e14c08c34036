// Ways to sign in beside a password: passkeys, the host's provider, a link by e-mail.
import { beSomebody, call, take } from './client';
import type { Me, MyWays, Newcomer, PasskeyInfo, PasskeyOptions, ProviderAddress, Ways } from './types';

export const ways = (): Promise<Ways> => call('GET', '/session/ways');
export const myWays = (): Promise<MyWays> => call('GET', '/account/ways');

// Not every browser that has passkeys can read and write their JSON.
function bytes(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));
}
function text(data: ArrayBuffer | null): string {
  const all = String.fromCharCode(...new Uint8Array(data ?? new ArrayBuffer(0)));
  return btoa(all).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

interface Described {
  id: string;
  [more: string]: unknown;
}
const described = (list: Described[] = []): PublicKeyCredentialDescriptor[] =>
  list.map((d) => ({ ...d, id: bytes(d.id) }) as unknown as PublicKeyCredentialDescriptor);

function written(c: PublicKeyCredential, response: Record<string, unknown>): string {
  return JSON.stringify({
    id: c.id,
    rawId: text(c.rawId),
    type: c.type,
    authenticatorAttachment: c.authenticatorAttachment ?? undefined,
    clientExtensionResults: {},
    response: { clientDataJSON: text(c.response.clientDataJSON), ...response },
  });
}

/** Has the device make a passkey. */
async function make(o: PasskeyOptions): Promise<string> {
  const want = JSON.parse(o.options);
  const c = (await navigator.credentials.create({
    publicKey: {
      ...want,
      challenge: bytes(want.challenge),
      user: { ...want.user, id: bytes(want.user.id) },
      excludeCredentials: described(want.excludeCredentials),
    },
  })) as PublicKeyCredential;
  const r = c.response as AuthenticatorAttestationResponse;
  return written(c, { attestationObject: text(r.attestationObject), transports: r.getTransports?.() ?? [] });
}

/** Has the device use a passkey: asked for at once, or offered where a name is typed. */
async function use(o: PasskeyOptions, offered: boolean, signal?: AbortSignal): Promise<string> {
  const want = JSON.parse(o.options);
  const c = (await navigator.credentials.get({
    publicKey: { ...want, challenge: bytes(want.challenge), allowCredentials: described(want.allowCredentials) },
    ...(offered ? { mediation: 'conditional' as const } : {}),
    ...(signal ? { signal } : {}),
  })) as PublicKeyCredential;
  const r = c.response as AuthenticatorAssertionResponse;
  return written(c, {
    authenticatorData: text(r.authenticatorData),
    signature: text(r.signature),
    userHandle: text(r.userHandle),
  });
}

// What is begun here belongs to the session that began it. Whoever has just signed out may be made a guest at this very
// moment, and would come back as somebody else.
async function begin<T>(path: string, body?: object, signal?: AbortSignal): Promise<T> {
  await beSomebody();
  return call<T>('POST', path, body, signal);
}

export const hasPasskeys = (): boolean => typeof PublicKeyCredential === 'function' && !!navigator.credentials;
export const offersPasskeys = async (): Promise<boolean> =>
  hasPasskeys() && ((await PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false);

export async function signInWithPasskey(offered: boolean, signal?: AbortSignal): Promise<Me> {
  const o = await begin<PasskeyOptions>('/session/passkey/begin', undefined, signal);
  const credential = await use(o, offered, signal);
  return take(await call<Me>('POST', '/session/passkey', { credential }));
}

/** An account with a passkey and no password. */
export async function makePasskeyAccount(name: string, called: string): Promise<Me> {
  const o = await begin<PasskeyOptions>('/account/passkey/begin', { name });
  const credential = await make(o);
  return take(await call<Me>('POST', '/account/passkey', { name: called, credential }));
}

export async function addPasskey(called: string, password: string): Promise<PasskeyInfo> {
  const o = await call<PasskeyOptions>('POST', '/passkeys/begin', { password });
  const credential = await make(o);
  return call('POST', '/passkeys', { name: called, credential });
}
export const removePasskey = (id: string, password: string): Promise<void> =>
  call('POST', '/passkeys/remove', { id, password });

/** Leaves for the provider, which sends people back to /you. */
export async function leaveForProvider(link = false, password = ''): Promise<void> {
  const to = await begin<ProviderAddress>('/session/provider', { link, password });
  window.location.assign(to.url);
}
export const newcomer = (): Promise<Newcomer> => call('GET', '/session/provider');
export const nameNewcomer = (name: string): Promise<Me> =>
  call<Me>('POST', '/session/provider/name', { name }).then(take);
export const removeLink = (id: string, password: string): Promise<void> =>
  call('POST', '/links/remove', { id, password });

export const askRecovery = (address: string): Promise<void> => call('POST', '/recover', { address });
export const recover = (token: string, password: string): Promise<Me> =>
  call<Me>('POST', '/recover/finish', { token, password }).then(take);
