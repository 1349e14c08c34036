/* Plays random games of EVO and checks what the header promises. */
#include "atoll.h"

#include <stdio.h>
#include <string.h>

enum { GAMES = 8, SIZE = 1442, MOST = 220 };

static uint8_t observations[GAMES * SIZE];
static int32_t legal[GAMES * MOST];
static int32_t counts[GAMES];
static float rewards[GAMES * 2];
static uint8_t done[GAMES];
static int32_t actions[GAMES];
static char error[200], json[1 << 16];

static int fail(const char *what) {
  fprintf(stderr, "%s: %s\n", what, error);
  return 1;
}

int main(void) {
  atoll_arrays a = {0};
  a.observations = observations, a.observations_length = sizeof observations;
  a.legal = legal, a.legal_length = GAMES * MOST;
  a.counts = counts, a.counts_length = GAMES;
  a.rewards = rewards, a.rewards_length = GAMES * 2;
  a.done = done, a.done_length = GAMES;
  if (atoll_api() != ATOLL_API) return fail("api");
  int64_t h = atoll_open("evo-v1 2", GAMES, 1, 2, "sign", error, sizeof error);
  if (h <= 0) return fail("open");
  int64_t n = atoll_describe(h, NULL, 0, error, sizeof error);
  if (n <= 0 || atoll_describe(h, json, sizeof json, error, sizeof error) != n || strlen(json) != (size_t)n) return fail("describe");
  if (atoll_reset(h, 7, &a, error, sizeof error) != ATOLL_OK) return fail("reset");
  unsigned r = 1, ended = 0;
  for (int step = 0; step < 5000; step++) {
    for (int i = 0; i < GAMES; i++) {
      r = r * 1664525u + 1013904223u;
      actions[i] = legal[i * MOST + (r >> 8) % counts[i]];
    }
    if (atoll_step(h, actions, GAMES, &a, error, sizeof error) != ATOLL_OK) return fail("step");
    for (int i = 0; i < GAMES; i++) ended += done[i];
  }
  if (ended == 0) return fail("no game ended");
  for (int i = 0; i < GAMES; i++) actions[i] = legal[i * MOST];
  actions[3] = -5;
  if (atoll_step(h, actions, GAMES, &a, error, sizeof error) != ATOLL_BAD || !strstr(error, "game 3")) return fail("wrong action");
  a.counts_length = 3;
  if (atoll_look(h, &a, error, sizeof error) != ATOLL_BAD || !strstr(error, "counts")) return fail("wrong length");
  if (atoll_step(h, NULL, GAMES, &a, NULL, 0) != ATOLL_BAD) return fail("no actions");
  if (atoll_open("chess", 1, 1, 1, "share", error, 6) != ATOLL_BAD || strlen(error) != 5) return fail("short error");
  if (atoll_resample(h, 1, error, sizeof error) != ATOLL_OK) return fail("resample");
  if (atoll_close(h, error, sizeof error) != ATOLL_OK) return fail("close");
  if (atoll_close(h, error, sizeof error) != ATOLL_HANDLE) return fail("close twice");
  printf("%u games ended\n", ended);
  return 0;
}
