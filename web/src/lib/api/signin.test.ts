import { expect, it, vi } from 'vitest';

const call = vi.hoisted(() => vi.fn());
const beSomebody = vi.hoisted(() => vi.fn());
vi.mock('./client', () => ({ call, beSomebody, take: (m: unknown) => m }));
const { leaveForProvider, makePasskeyAccount, signInWithPasskey } = await import('./signin');

for (const [name, begin] of [
  ['the provider', () => leaveForProvider()],
  ['a passkey', () => signInWithPasskey(false)],
  ['a new passkey', () => makePasskeyAccount('Ada', 'Phone')],
] as const)
  it(`begins to sign in with ${name} when it is settled who this browser is`, async () => {
    let settled: () => void = () => undefined;
    beSomebody.mockReturnValue(new Promise<void>((r) => (settled = r)));
    call.mockReset().mockRejectedValue(new Error('far enough'));
    const begun = begin();
    await Promise.resolve();
    expect(call).not.toHaveBeenCalled();
    settled();
    await expect(begun).rejects.toThrow('far enough');
    expect(call).toHaveBeenCalledOnce();
  });
