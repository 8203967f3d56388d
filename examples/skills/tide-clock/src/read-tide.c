/*
 * How high the water stands. Plain C99, no library beside the standard one:
 *
 *   cc -O2 -o scripts/read-tide src/read-tide.c
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HIGH_TO_HIGH = 745, MOST_DEPTH = 10000, MOST_MINUTES = 100000000 };

/* The three numbers that matter, each with whether it was there at all, and whether it was a whole number in its bounds. */
struct number { const char *path; long value; int given; int usable; };
static struct number minute = {"input.minute", 0, 0, 0};
static struct number late_by = {"input.lateBy", 0, 0, 0};
static struct number now = {"context.clock.minutes", 0, 0, 0};

static const char *at, *end;
static char path[256];
static int input_is_object = 1;

static int fail(const char *message) {
  printf("{\"version\":\"0\",\"type\":\"error\",\"errorCode\":\"invalid_input\",\"errorMessage\":\"%s\"}\n", message);
  printf("{\"version\":\"0\",\"type\":\"done\",\"ok\":false,\"summary\":\"%s\"}\n", message);
  return 0;
}

static void blanks(void) {
  while (at < end && (*at == ' ' || *at == '\t' || *at == '\n' || *at == '\r')) at++;
}

/* A text, copied as it is written: names that hold an escape are none of ours. */
static int text(char *copy, size_t room) {
  size_t length = 0;
  at++;
  for (; at < end && *at != '"'; at++) {
    if ((unsigned char)*at < 32) return 0;
    if (*at == '\\' && ++at == end) return 0;
    if (copy != NULL && length + 1 < room) copy[length++] = *at;
  }
  if (copy != NULL) copy[length] = '\0';
  if (at == end) return 0;
  at++;
  return 1;
}

static void take(const char *start, size_t length) {
  struct number *const all[] = {&minute, &late_by, &now};
  for (size_t index = 0; index < sizeof all / sizeof *all; index++) {
    if (strcmp(path, all[index]->path) != 0) continue;
    char digits[16], *rest;
    all[index]->given = 1;
    all[index]->usable = 0;
    if (length >= sizeof digits) continue;
    memcpy(digits, start, length);
    digits[length] = '\0';
    all[index]->value = strtol(digits, &rest, 10);
    all[index]->usable = *rest == '\0' && length > 0 && all[index]->value >= 0 && all[index]->value <= MOST_MINUTES;
  }
}

static int value(int depth);

static int members(int depth) {
  char name[64];
  size_t outer = strlen(path);
  at++;
  blanks();
  if (at < end && *at == '}') { at++; return 1; }
  for (;;) {
    blanks();
    if (at == end || *at != '"' || !text(name, sizeof name)) return 0;
    blanks();
    if (at == end || *at++ != ':') return 0;
    if (outer + strlen(name) + 2 < sizeof path) {
      snprintf(path + outer, sizeof path - outer, "%s%s", outer > 0 ? "." : "", name);
    }
    if (!value(depth + 1)) return 0;
    path[outer] = '\0';
    blanks();
    if (at == end) return 0;
    if (*at == '}') { at++; return 1; }
    if (*at++ != ',') return 0;
  }
}

static int items(int depth) {
  size_t outer = strlen(path);
  at++;
  blanks();
  if (at < end && *at == ']') { at++; return 1; }
  /* What lies in a list is at no path of ours. */
  if (outer + 2 < sizeof path) strcat(path, "[");
  for (;;) {
    if (!value(depth + 1)) return 0;
    blanks();
    if (at == end) return 0;
    if (*at == ']') { at++; path[outer] = '\0'; return 1; }
    if (*at++ != ',') return 0;
  }
}

static int value(int depth) {
  blanks();
  if (at == end || depth > MOST_DEPTH) return 0;
  if (strcmp(path, "input") == 0) input_is_object = *at == '{';
  if (*at == '{') { take("", 0); return members(depth); }
  if (*at == '[') { take("", 0); return items(depth); }
  if (*at == '"') { take("", 0); return text(NULL, 0); }
  const char *start = at;
  while (at < end && strchr("+-.0123456789abcdefghijklmnopqrstuvwxyzE", *at) != NULL && *at != '\0') at++;
  size_t length = (size_t)(at - start);
  if (length == 0) return 0;
  if (*start == '-' || (*start >= '0' && *start <= '9')) { take(start, length); return 1; }
  if (!((length == 4 && memcmp(start, "true", 4) == 0) || (length == 5 && memcmp(start, "false", 5) == 0) ||
        (length == 4 && memcmp(start, "null", 4) == 0))) return 0;
  take("", 0);
  return 1;
}

/* All of standard input; NULL where memory does not reach. */
static char *read_all(size_t *length) {
  size_t room = 65536;
  char *bytes = malloc(room);
  *length = 0;
  while (bytes != NULL) {
    size_t got = fread(bytes + *length, 1, room - *length, stdin);
    *length += got;
    if (got == 0) return bytes;
    if (*length == room) {
      char *larger = realloc(bytes, room *= 2);
      if (larger == NULL) free(bytes);
      bytes = larger;
    }
  }
  return NULL;
}

int main(void) {
  size_t length;
  char *bytes = read_all(&length);
  if (bytes == NULL) return fail("The input is too long.");
  at = bytes;
  end = bytes + length;
  blanks();
  if (at == end || *at != '{' || !value(0)) return fail("Standard input must hold the tool input, one JSON object.");
  blanks();
  if (at != end) return fail("Something follows the tool input.");
  if (!input_is_object) return fail("The input must be an object.");
  if (minute.given && !minute.usable) return fail("minute must be a whole number of minutes, 0 or more.");
  if (late_by.given && !late_by.usable) return fail("lateBy must be a whole number of minutes, 0 or more.");

  long here = minute.given ? minute.value : now.usable ? now.value : 0;
  long since_high = ((here - late_by.value) % HIGH_TO_HIGH + HIGH_TO_HIGH) % HIGH_TO_HIGH;
  int falling = since_high < HIGH_TO_HIGH / 2;
  long to_turn = falling ? HIGH_TO_HIGH / 2 - since_high : HIGH_TO_HIGH - since_high;
  /* A triangle will do for a story: whole percent of the way from low water to high. */
  long height = falling ? 100 - since_high * 200 / HIGH_TO_HIGH : since_high * 200 / HIGH_TO_HIGH - 100;
  const char *state = height > 90 ? "high water" : height < 10 ? "low water" : falling ? "falling" : "rising";

  printf("{\"version\":\"0\",\"type\":\"log\",\"level\":\"info\",\"message\":\"%s, %ld %%\"}\n", state, height);
  printf("{\"version\":\"0\",\"type\":\"done\",\"ok\":true,\"summary\":\"%s\",\"output\":"
         "{\"state\":\"%s\",\"heightPercent\":%ld,\"turnsInMinutes\":%ld}}\n", state, state, height, to_turn);
  return 0;
}
