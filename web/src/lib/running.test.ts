import { beforeEach, expect, it, vi } from 'vitest';
import { expectGames, expectGamesOf, gamesExpected } from './running';

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (k: string) => kept.get(k) ?? null,
    setItem: (k: string, v: string) => void kept.set(k, v),
  });
});

it('expects games of somebody who signs in where a guest had none', () => {
  expectGames(false);
  expectGamesOf('guest', 'account');
  expect(gamesExpected()).toBe(true);
});

it('expects games of an account that this browser has never seen, and of no guest', () => {
  expectGamesOf('', 'guest');
  expect(gamesExpected()).toBe(false);
  expectGamesOf('', 'account');
  expect(gamesExpected()).toBe(true);
});

it('believes what the server said last time', () => {
  expectGames(false);
  expectGamesOf('', 'account');
  expect(gamesExpected()).toBe(false);
});

it('keeps no place without storage', () => {
  vi.stubGlobal('localStorage', undefined);
  expectGames(true);
  expect(gamesExpected()).toBe(false);
});
