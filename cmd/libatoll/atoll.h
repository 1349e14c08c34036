/* libatoll: exact rules of four board games, many games at once.
 *
 * Games are opened by a line such as "evo", "earthquake 4" or
 * "epigo 2 variant=islanders": the game, the number of players and options.
 * "evo-v1" names the version of the rules too and refuses any other.
 * Every game waits for one index of one seat; atoll_step gives one to each.
 * Chance is drawn inside, and a game that ends begins anew. What the indices and
 * the bytes mean is told by atoll_describe and docs/tensors.md.
 *
 * Every function returns a number below 0 on error and then writes what was wrong
 * to error, at most error_size bytes with the ending zero. error may be NULL.
 * Any thread may call; two at once on the same games are refused with ATOLL_BUSY.
 */
#ifndef ATOLL_H
#define ATOLL_H

#include <stdint.h>

#define ATOLL_API 1 /* raised when a program must be changed to go on working */

#define ATOLL_OK 0
#define ATOLL_BAD (-1)      /* a wrong argument; nothing was changed */
#define ATOLL_HANDLE (-2)   /* no such games are open */
#define ATOLL_BUSY (-3)     /* another thread is using these games */
#define ATOLL_INTERNAL (-4) /* a fault of the library, or an array that is not there */

/* The arrays of a learner, one row for each game. NULL is not written; the
 * others say how many elements they have, which must be exactly right. */
typedef struct {
  uint8_t *observations; /* size a game: as the seat to choose sees it */
  int64_t observations_length;
  int32_t *legal; /* max_legal a game: the legal indices, then -1 */
  int64_t legal_length;
  int32_t *counts; /* 1 a game: how many indices are legal */
  int64_t counts_length;
  uint8_t *masks; /* actions a game: 1 for legal indices */
  int64_t masks_length;
  int8_t *seats; /* 1 a game: who is to choose */
  int64_t seats_length;
  uint8_t *done; /* 1 a game: 1 if the last step ended a game */
  int64_t done_length;
  float *rewards; /* players a game: 0 unless done */
  int64_t rewards_length;
} atoll_arrays;

#ifndef ATOLL_TYPES_ONLY
#ifdef __cplusplus
extern "C" {
#endif

/* atoll_api returns ATOLL_API as the library was built. */
extern int32_t atoll_api(void);

/* atoll_open begins games. reward is "share", "sign" or "ranks". It returns a
 * handle above 0. Close it. */
extern int64_t atoll_open(const char *what, int64_t games, uint64_t seed, int32_t threads, const char *reward,
                          char *error, int64_t error_size);

/* atoll_describe writes the sizes and names of everything as one JSON object with
 * an ending zero, and returns its length without it. With too small a size
 * nothing is written: call again with more. */
extern int64_t atoll_describe(int64_t handle, char *json, int64_t json_size, char *error, int64_t error_size);

/* atoll_reset begins all games anew and fills the arrays. Equal seeds give equal
 * games, whatever the number of threads. */
extern int32_t atoll_reset(int64_t handle, uint64_t seed, const atoll_arrays *arrays, char *error, int64_t error_size);

/* atoll_step gives every game one index. If one is not legal nothing is played. */
extern int32_t atoll_step(int64_t handle, const int32_t *actions, int64_t actions_length, const atoll_arrays *arrays,
                          char *error, int64_t error_size);

/* atoll_look fills the arrays once more. */
extern int32_t atoll_look(int64_t handle, const atoll_arrays *arrays, char *error, int64_t error_size);

/* atoll_observe fills observations, size bytes a game, as one seat sees the
 * games, whoever is to choose. */
extern int32_t atoll_observe(int64_t handle, int32_t seat, uint8_t *observations, int64_t observations_length,
                             char *error, int64_t error_size);

/* atoll_resample replaces in every game what the seat to choose does not know by
 * a guess drawn from what is possible. To that seat nothing changes. */
extern int32_t atoll_resample(int64_t handle, uint64_t seed, char *error, int64_t error_size);

/* atoll_resample_for does the same for a seat, whoever is to choose. */
extern int32_t atoll_resample_for(int64_t handle, int32_t seat, uint64_t seed, char *error, int64_t error_size);

/* atoll_clone begins the same games once more and returns their handle: equal
 * steps lead to equal games, and neither knows of the other. Close both. */
extern int64_t atoll_clone(int64_t handle, char *error, int64_t error_size);

/* atoll_take makes every game a copy of one of source's games, which are of the
 * same configuration; rows says which, one for each game. Chance to come is the
 * same. The arrays are not filled: call atoll_look. */
extern int32_t atoll_take(int64_t handle, int64_t source, const int32_t *rows, int64_t rows_length, char *error,
                          int64_t error_size);

/* atoll_choosers writes how many seats are about to choose at once in every game,
 * and 0 where such a choice has begun and is not yet played. */
extern int32_t atoll_choosers(int64_t handle, uint8_t *choosers, int64_t choosers_length, char *error,
                              int64_t error_size);

/* atoll_text writes how one game stands as a seat knows it, as one line of text
 * with an ending zero, and returns its length without it. With too small a size
 * nothing is written. */
extern int64_t atoll_text(int64_t handle, int64_t game, int32_t seat, char *text, int64_t text_size, char *error, int64_t error_size);

/* atoll_close ends games and frees what they held. */
extern int32_t atoll_close(int64_t handle, char *error, int64_t error_size);

#ifdef __cplusplus
}
#endif
#endif
#endif
