/*
 * Sends reads of number plates to KingCar over MQTT. C11, and one library: libmosquitto 2 (Debian: libmosquitto-dev)
 *
 *   make && your-camera-program | ./recognizer
 *
 * Each line of its input is a read: `<plate> <confidence> [<time>]`, such as `12가3456 0.97` or, if it was read earlier,
 * `12가3456 0.97 2026-05-04T09:30:00.000Z`. MAKERS.md has the variables below, the rules and the exit codes.
 */
#define _POSIX_C_SOURCE 200809L
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <mosquitto.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define FIRMWARE "sample-c 1"
/* Reads in flight at most. Each is in flight for at least two seconds, so at most 16 per second are sent; 20 are allowed. */
#define MAX_IN_FLIGHT 32
/* How long a connection must stay open after a PUBACK, since a server that dies just after it loses the read (ms). */
#define SETTLE_TIME 2000
/* Time limit of an acknowledgement; after it the connection is replaced (ms). */
#define ACKNOWLEDGEMENT_TIMEOUT 10000
/* Consecutive rejections after which the secret counts as wrong, unless it was accepted before. */
#define MAX_REJECTIONS 5
#define HEARTBEAT 60000

static void say(const char *form, ...) {
  char text[512];
  va_list values;
  va_start(values, form);
  vsnprintf(text, sizeof text, form, values);
  va_end(values);
  fprintf(stderr, "recognizer: %s\n", text);
}

/* Not exit: the thread that reads lines may hold the lock of stdin. */
#define give(code, ...) (say(__VA_ARGS__), _exit(code))

static long long clock_ms(clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return now.tv_sec * 1000LL + now.tv_nsec / 1000000;
}

static void instant(char text[32]) {
  long long now = clock_ms(CLOCK_REALTIME);
  time_t seconds = now / 1000;
  struct tm utc;
  gmtime_r(&seconds, &utc);
  size_t length = strftime(text, 32, "%Y-%m-%dT%H:%M:%S", &utc);
  snprintf(text + length, 32 - length, ".%03dZ", (int)(now % 1000));
}

static void random_bytes(unsigned char *bytes, size_t count) {
  FILE *source = fopen("/dev/urandom", "rb");
  if (!source || fread(bytes, 1, count, source) != count) give(1, "/dev/urandom is missing");
  fclose(source);
}

/* True if a text matches a form, in which 9 is a digit, x a hexadecimal digit, and other characters are themselves. */
static int has_form(const char *text, const char *form) {
  for (; *form; form++, text++)
    if (*form == '9'   ? !(*text >= '0' && *text <= '9')
        : *form == 'x' ? !*text || !strchr("0123456789abcdef", *text)
                       : *text != *form)
      return 0;
  return !*text;
}

static int is_confidence(const char *text) {
  size_t length = strlen(text);
  if ((text[0] != '0' && text[0] != '1') || (length > 1 && (text[1] != '.' || length < 3 || length > 19))) return 0;
  return length < 3 || strspn(text + 2, text[0] == '0' ? "0123456789" : "0") == length - 2;
}

static int is_time(const char *text) {
  char head[20] = {0};
  strncpy(head, text, 19);
  if (!has_form(head, "9999-99-99T99:99:99")) return 0;
  int month = atoi(head + 5), day = atoi(head + 8);
  if (month < 1 || month > 12 || day < 1 || day > 31) return 0;
  if (atoi(head + 11) > 23 || atoi(head + 14) > 59 || atoi(head + 17) > 59) return 0;
  const char *rest = text + 19;
  return has_form(rest, "Z") || has_form(rest, ".9Z") || has_form(rest, ".99Z") || has_form(rest, ".999Z");
}

/* 1 to 32 characters of UTF-8 that need no escaping in JSON. */
static int is_plate(const char *text) {
  int count = 0;
  for (const unsigned char *at = (const unsigned char *)text; *at; count++) {
    int more = *at < 0x80 ? 0 : *at < 0xe0 ? 1 : *at < 0xf0 ? 2 : 3;
    if ((*at >= 0x80 && *at < 0xc2) || *at > 0xf4 || *at < 0x20 || *at == 0x7f || *at == '"' || *at == '\\') return 0;
    if ((at[0] == 0xc2 && at[1] < 0xa0) || (at[0] == 0xe0 && at[1] < 0xa0) || (at[0] == 0xed && at[1] >= 0xa0)) return 0;
    if ((at[0] == 0xf0 && at[1] < 0x90) || (at[0] == 0xf4 && at[1] >= 0x90)) return 0;
    for (at++; more > 0; more--, at++)
      if ((*at & 0xc0) != 0x80) return 0;
  }
  return count >= 1 && count <= 32;
}

/*
 * The queue: one file per read, with the message exactly as it is sent each time. A name is `<number>-<readId>.json` with
 * the highest number so far plus one, so that names sort by age. One thread adds files, the other sends and removes them;
 * they share only the folder.
 */
static const char *queue;
static long long number;
static atomic_int ended;

static int is_read(const struct dirent *entry) {
  return has_form(entry->d_name, "999999999999-xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx.json");
}

/* Names in the queue, in order; the caller frees them with `free_names`. */
static int queued(struct dirent ***names) {
  int count = scandir(queue, names, is_read, alphasort);
  if (count < 0) give(1, "the queue cannot be read: %s", strerror(errno));
  return count;
}

static void free_names(struct dirent **names, int count) {
  while (count > 0) free(names[--count]);
  free(names);
}

static int waiting(void) {
  struct dirent **names;
  int count = queued(&names);
  free_names(names, count);
  return count;
}

/* Writes a text to the disk; after that it cannot be lost. Returns -1 with errno if writing fails. */
static int keep(const char *id, const char *text) {
  char part[4096], path[4096];
  snprintf(path, sizeof path, "%s/%012lld-%s.json", queue, ++number, id);
  snprintf(part, sizeof part, "%s/%s.part", queue, id);
  int file = open(part, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  if (file < 0) return -1;
  ssize_t length = (ssize_t)strlen(text), written = write(file, text, (size_t)length);
  if (written >= 0 && written < length) errno = ENOSPC;
  int whole = written == length && fsync(file) == 0;
  if (close(file) != 0 || !whole || rename(part, path) != 0) return -1;
  int folder = open(queue, O_RDONLY);
  int synced = folder < 0 ? -1 : fsync(folder);
  close(folder);
  return synced;
}

/* Handles one line. Returns the reason if it is invalid, or NULL if it was stored or is empty. */
static const char *take(char *line) {
  char *rest, id[37], now[32], text[512];
  const char *plate = strtok_r(line, " \t\r\n", &rest), *confidence = strtok_r(NULL, " \t\r\n", &rest);
  const char *at = strtok_r(NULL, " \t\r\n", &rest);
  if (!plate) return NULL;
  if (!confidence || (at && strtok_r(NULL, " \t\r\n", &rest)))
    return "a line is a plate without spaces, a confidence, and optionally a time";
  if (!is_plate(plate)) return "a plate is 1 to 32 characters of UTF-8 without quote, backslash and control characters";
  if (!is_confidence(confidence)) return "a confidence is a number from 0 to 1, such as 0.97";
  if (at && !is_time(at)) return "a time has the form 2026-05-04T09:30:00.000Z, in UTC";
  unsigned char b[16];
  random_bytes(b, sizeof b);
  snprintf(id, sizeof id, "%02x%02x%02x%02x-%02x%02x-4%01x%02x-a%01x%02x-%02x%02x%02x%02x%02x%02x", b[0], b[1], b[2], b[3],
           b[4], b[5], b[6] & 15, b[7], b[8] & 15, b[9], b[10], b[11], b[12], b[13], b[14], b[15]);
  instant(now);
  snprintf(text, sizeof text, "{\"readId\":\"%s\",\"carNumber\":\"%s\",\"confidence\":%s,\"recognizedAt\":\"%s\"}", id, plate,
           confidence, at ? at : now);
  return keep(id, text) == 0 ? NULL : strerror(errno);
}

static void *take_lines(void *unused) {
  char *line = NULL;
  size_t size = 0;
  ssize_t length;
  for (int count = 1; (length = getline(&line, &size, stdin)) >= 0; count++) {
    const char *reason = strlen(line) < (size_t)length ? "it contains a NUL" : take(line);
    if (reason) say("line %d rejected: %s", count, reason);
  }
  free(line);
  ended = 1;
  return unused;
}

/* One connection with its own client; the next one sends its unfinished reads again, in order. */
struct in_flight {
  char name[256];
  int packet;
  long long sent, acknowledged;
};
struct connection {
  struct mosquitto *client;
  int code; /* of the CONNACK; -1 before it */
  int count;
  struct in_flight in_flight[MAX_IN_FLIGHT];
  struct dirent **found; /* the queue when it was read last; the files before `next` are sent */
  int next, found_count;
};

static char read_topic[128], heartbeat_topic[128];

static void on_connect(struct mosquitto *client, void *data, int code) {
  (void)client;
  ((struct connection *)data)->code = code;
}

static void on_publish(struct mosquitto *client, void *data, int packet) {
  (void)client;
  struct connection *over = data;
  for (int at = 0; at < over->count; at++)
    if (over->in_flight[at].packet == packet) over->in_flight[at].acknowledged = clock_ms(CLOCK_MONOTONIC);
}

static void beat(struct connection *over) {
  char now[32], text[256];
  instant(now); /* and "cameraOk", if known */
  snprintf(text, sizeof text, "{\"sentAt\":\"%s\",\"queueDepth\":%d,\"firmware\":\"%s\"}", now, waiting(), FIRMWARE);
  mosquitto_publish(over->client, NULL, heartbeat_topic, (int)strlen(text), text, 0, false);
}

/* Removes reads that count as stored. Returns the longest time (ms) that another has waited for its PUBACK. */
static long long forget(struct connection *over, long long now) {
  long long longest = 0;
  int kept = 0;
  for (int at = 0; at < over->count; at++) {
    struct in_flight *read = &over->in_flight[at];
    if (read->acknowledged && now - read->acknowledged >= SETTLE_TIME) {
      char path[4096];
      snprintf(path, sizeof path, "%s/%s", queue, read->name);
      unlink(path);
    } else {
      if (!read->acknowledged && now - read->sent > longest) longest = now - read->sent;
      over->in_flight[kept++] = *read;
    }
  }
  over->count = kept;
  return longest;
}

static int is_in_flight(const struct connection *over, const char *name) {
  for (int at = 0; at < over->count; at++)
    if (strcmp(over->in_flight[at].name, name) == 0) return 1;
  return 0;
}

static void publish(struct connection *over, const char *name, long long now) {
  char path[4096], text[1024];
  snprintf(path, sizeof path, "%s/%s", queue, name);
  FILE *file = fopen(path, "rb");
  if (!file) return; /* another process of the same queue has sent it */
  size_t length = fread(text, 1, sizeof text, file);
  fclose(file);
  struct in_flight *read = &over->in_flight[over->count++];
  snprintf(read->name, sizeof read->name, "%s", name);
  read->sent = now;
  read->acknowledged = 0;
  mosquitto_publish(over->client, &read->packet, read_topic, (int)length, text, 1, false);
}

/* Sends the oldest reads up to the limit. */
static void send_waiting(struct connection *over, long long now) {
  if (over->next == over->found_count) {
    free_names(over->found, over->found_count);
    over->found_count = queued(&over->found);
    over->next = 0;
  }
  while (over->next < over->found_count && over->count < MAX_IN_FLIGHT) {
    const char *name = over->found[over->next++]->d_name;
    if (!is_in_flight(over, name)) publish(over, name, now);
  }
}

static const char *reason_of(int error) {
  if (error == MOSQ_ERR_TLS) return "TLS: the certificate is not signed by KINGCAR_CA, or not for this host";
  return error == MOSQ_ERR_ERRNO ? strerror(errno) : mosquitto_strerror(error);
}

/* Sends until the connection is lost, or the input has ended and all reads are sent. Returns the reason. */
static const char *live(struct connection *over, const char *host, int port) {
  int error = mosquitto_connect(over->client, host, port, 30);
  if (error) return reason_of(error);
  long long opened = clock_ms(CLOCK_MONOTONIC), next_beat = 0;
  while ((error = mosquitto_loop(over->client, 100, 1)) == MOSQ_ERR_SUCCESS) {
    long long now = clock_ms(CLOCK_MONOTONIC);
    if (over->code < 0 && now - opened > ACKNOWLEDGEMENT_TIMEOUT) return "no response";
    if (over->code != 0) continue;
    if (next_beat == 0) say("connected, %d reads waiting", waiting());
    if (now >= next_beat) {
      beat(over);
      next_beat = now + HEARTBEAT;
    }
    if (forget(over, now) > ACKNOWLEDGEMENT_TIMEOUT) return "a read was not acknowledged";
    int done = ended; /* before the queue is read */
    send_waiting(over, now);
    if (done && over->count == 0) return "all reads are sent";
  }
  return reason_of(error);
}

static const char *variable(const char *name, const char *otherwise) {
  const char *value = getenv(name);
  if (!value || !*value) value = otherwise;
  if (!value) give(2, "%s is not set", name);
  return value;
}

static const char *id_variable(const char *name) {
  const char *value = variable(name, NULL);
  if (!has_form(value, "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx")) give(2, "%s is not an id", name);
  return value;
}

int main(void) {
  const char *server = variable("KINGCAR_MQTT", "mqtt://127.0.0.1:1883"), *ca = getenv("KINGCAR_CA");
  const char *store = id_variable("KINGCAR_STORE"), *device = id_variable("KINGCAR_DEVICE");
  const char *secret = variable("KINGCAR_SECRET", NULL);
  queue = variable("KINGCAR_QUEUE", "kingcar-queue");
  char scheme[6], host[256], end = 0;
  int port = 0, read = sscanf(server, "%5[mqts]://%255[^/:]:%d%c", scheme, host, &port, &end);
  int tls = read > 1 && strcmp(scheme, "mqtts") == 0;
  if (read < 2 || end || (!tls && strcmp(scheme, "mqtt") != 0))
    give(2, "KINGCAR_MQTT is mqtt://host:port, or mqtts://host:port for TLS");
  if (!port) port = tls ? 8883 : 1883;
  if (ca && *ca && access(ca, R_OK) != 0) give(2, "KINGCAR_CA: file not found");
  if (strlen(queue) > 3900) give(2, "KINGCAR_QUEUE is too long");
  if (mkdir(queue, 0700) != 0 && errno != EEXIST) give(2, "KINGCAR_QUEUE cannot be created: %s", strerror(errno));
  snprintf(read_topic, sizeof read_topic, "recognition/read/%s/%s", store, device);
  snprintf(heartbeat_topic, sizeof heartbeat_topic, "recognition/heartbeat/%s/%s", store, device);

  struct dirent **names;
  int count = queued(&names);
  if (count > 0) number = atoll(names[count - 1]->d_name);
  free_names(names, count);
  pthread_t taking;
  if (pthread_create(&taking, NULL, take_lines, NULL) != 0) give(1, "cannot start a thread");

  mosquitto_lib_init();
  for (int failures = 0, rejections = 0, was_accepted = 0;;) {
    unsigned char random[4];
    random_bytes(random, sizeof random);
    char id[64];
    snprintf(id, sizeof id, "%s-%02x%02x%02x%02x", device, random[0], random[1], random[2], random[3]);
    struct connection over = {.client = mosquitto_new(id, true, &over), .code = -1};
    if (!over.client) give(1, "cannot create a client: %s", strerror(errno));
    mosquitto_username_pw_set(over.client, device, secret);
    if (tls && ca && *ca) mosquitto_tls_set(over.client, ca, NULL, NULL, NULL, NULL);
    else if (tls) mosquitto_int_option(over.client, MOSQ_OPT_TLS_USE_OS_CERTS, 1);
    mosquitto_connect_callback_set(over.client, on_connect);
    mosquitto_publish_callback_set(over.client, on_publish);
    const char *reason = live(&over, host, port);
    mosquitto_disconnect(over.client);
    mosquitto_destroy(over.client);
    free_names(over.found, over.found_count);
    if (ended && waiting() == 0) give(0, "all reads are sent");
    rejections = over.code > 0 ? rejections + 1 : 0;
    if (over.code == 0) failures = 0, was_accepted = 1;
    if (rejections >= MAX_REJECTIONS && !was_accepted)
      give(77, "KINGCAR_DEVICE or KINGCAR_SECRET is wrong: rejected %d times; %d reads are kept", rejections, waiting());
    int longest = failures < 5 ? 500 << failures : 15000;
    int pause = longest / 2 + (random[0] << 8 | random[1]) % (longest / 2);
    failures++;
    if (rejections) say("rejected, the secret may be wrong; retrying in %.1f s", pause / 1000.0);
    else say("disconnected: %s; retrying in %.1f s", reason, pause / 1000.0);
    nanosleep(&(struct timespec){pause / 1000, pause % 1000 * 1000000L}, NULL);
  }
}
