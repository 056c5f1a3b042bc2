/*
 * Loaded before the C library (LD_PRELOAD): the clock on the wall of a process and of all it starts is ANOTHER_TIME_SECONDS
 * away from the machine's. What measures how long something takes is left as it is.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>

static time_t away;

__attribute__((constructor)) static void begin(void) {
  const char *seconds = getenv("ANOTHER_TIME_SECONDS");
  if (seconds) away = (time_t)atoll(seconds);
}

int clock_gettime(clockid_t clock, struct timespec *at) {
  static int (*real)(clockid_t, struct timespec *);
  if (!real) real = dlsym(RTLD_NEXT, "clock_gettime");
  int failed = real(clock, at);
  if (!failed && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) at->tv_sec += away;
  return failed;
}

int gettimeofday(struct timeval *restrict at, void *restrict zone) {
  static int (*real)(struct timeval *, void *);
  if (!real) real = dlsym(RTLD_NEXT, "gettimeofday");
  int failed = real(at, zone);
  if (!failed) at->tv_sec += away;
  return failed;
}

time_t time(time_t *at) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (at) *at = now.tv_sec;
  return now.tv_sec;
}
