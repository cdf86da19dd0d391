/*
 * Reads WebSocket frames from many sockets with one or two read(2) calls each, so that the sender is measured and not
 * the reader.
 *
 *   reader <port> <sockets> [<greeting>]
 *
 * Its input begins with one HTTP request per socket, which opens it; the greeting is the text that clients of some
 * protocols have to send first. It prints `open` when all are open. Then it takes commands, one per line, until its
 * input ends:
 *
 *   seen <n>   prints `seen` when each socket has received n events since the last report
 *   first <n>  prints `first` when one of them has
 *   timed      from now on records the age of each event (now minus its "recognizedAt"), and reads without a pause
 *   report     prints in JSON what arrived since the last report, in milliseconds, and stops recording ages
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum {
  buffer_size = 16 * 1024,   /* of a socket; the longest frame that can be read */
  smallest_event = 200,      /* bytes: what is shorter belongs to the protocol of a peer, not to us */
  most_ready = 512,          /* sockets looked at between two calls of the kernel */
  ages_per_ms = 10,
  oldest_ms = 20 * 1000,     /* an older event is counted as one of this age */
};

/*
 * Pause between two polls of the sockets. A reader that waits for each frame is woken by each send, in the sender's
 * time and often on its core, and more often the slower the sender is. Viewers elsewhere on a network would not cost
 * the sender that.
 */
static const struct timespec rest = {.tv_nsec = 500 * 1000};

enum { opcode_text = 0x1, opcode_close = 0x8, opcode_ping = 0x9, opcode_pong = 0xa };

struct viewer {
  int fd;
  uint32_t held;             /* bytes in the buffer that are no whole frame yet */
  uint64_t events;           /* since the last report */
  unsigned char buffer[buffer_size];
};

static struct viewer *viewers;
static uint32_t viewer_count;

static uint64_t awaited;     /* events of each socket; 0 while no command waits */
static uint32_t behind;      /* sockets that have fewer */
static uint64_t most;        /* events of the socket that is ahead of all */
static uint64_t awaited_first;

static uint64_t deliveries, payload_bytes, reads;
static bool timed;
static uint32_t ages[oldest_ms * ages_per_ms + 1];

static void fail(const char *what) {
  fprintf(stderr, "reader: %s: %s\n", what, errno ? strerror(errno) : "unexpected");
  exit(1);
}

/* Prints a line to the parent. */
static void say(const char *line) {
  puts(line);
  fflush(stdout);
}

static void write_all(int fd, const void *bytes, size_t length) {
  if (send(fd, bytes, length, MSG_NOSIGNAL) != (ssize_t)length) fail("send");
}

/* Clients mask their frames (RFC 6455 §5.3); a mask of zeros leaves the payload unchanged. */
static void write_frame(int fd, int opcode, const void *payload, size_t length) {
  unsigned char frame[6 + 125] = {0x80 | opcode, 0x80 | length};
  if (length > 125) fail("a frame to send is too long");
  memcpy(frame + 6, payload, length);
  write_all(fd, frame, 6 + length);
}

/* Tenths of a millisecond since the "recognizedAt" of an event, which is UTC with milliseconds. */
static uint32_t age_of(const unsigned char *payload, size_t length) {
  static const char key[] = "\"recognizedAt\":\"";
  const char *found = memmem(payload, length, key, sizeof key - 1);
  int hours, minutes, seconds, milliseconds;
  if (!found || sscanf(found + sizeof key - 1, "%*10sT%d:%d:%d.%dZ", &hours, &minutes, &seconds, &milliseconds) != 4) {
    errno = 0;
    fail("an event has no time");
  }
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  const int64_t day = 86400LL * 1000 * ages_per_ms;
  int64_t of_day = (now.tv_sec % 86400) * 1000LL * ages_per_ms + now.tv_nsec / (1000000 / ages_per_ms);
  int64_t then = (((hours * 60LL + minutes) * 60 + seconds) * 1000 + milliseconds) * ages_per_ms;
  int64_t age = ((of_day - then) % day + day) % day;
  return age < oldest_ms * ages_per_ms ? age : oldest_ms * ages_per_ms;
}

static void take_event(struct viewer *viewer, const unsigned char *payload, size_t length) {
  deliveries++;
  payload_bytes += length;
  if (timed) ages[age_of(payload, length)]++;
  viewer->events++;
  if (viewer->events > most) most = viewer->events;
  if (awaited_first != 0 && most >= awaited_first) {
    awaited_first = 0;
    say("first");
  }
  if (viewer->events == awaited && --behind == 0) {
    awaited = 0;
    say("seen");
  }
}

static void take_frame(struct viewer *viewer, int opcode, const unsigned char *payload, size_t length) {
  if (opcode == opcode_text && length >= smallest_event) take_event(viewer, payload, length);
  else if (opcode == opcode_text && length == 1 && *payload == '2') write_frame(viewer->fd, opcode_text, "3", 1); /* engine.io's ping */
  else if (opcode == opcode_ping) write_frame(viewer->fd, opcode_pong, payload, length);
  else if (opcode == opcode_close) {
    errno = 0;
    fail("a socket was closed");
  }
}

/* Takes the complete frames out of the buffer, and moves the rest to its start. */
static void take_frames(struct viewer *viewer) {
  const unsigned char *bytes = viewer->buffer;
  size_t at = 0;
  for (;;) {
    size_t left = viewer->held - at, head = 2;
    if (left < head) break;
    size_t length = bytes[at + 1];
    if (length > 126) {
      errno = 0;
      fail("a frame is masked or longer than 64 KiB");
    }
    if (length == 126) {
      head = 4;
      if (left < head) break;
      length = bytes[at + 2] << 8 | bytes[at + 3];
    }
    if (head + length > buffer_size) {
      errno = 0;
      fail("a frame is longer than the buffer");
    }
    if (left < head + length) break;
    take_frame(viewer, bytes[at] & 0x0f, bytes + at + head, length);
    at += head + length;
  }
  viewer->held -= at;
  if (at > 0 && viewer->held > 0) memmove(viewer->buffer, viewer->buffer + at, viewer->held);
}

static void read_socket(struct viewer *viewer) {
  ssize_t length = recv(viewer->fd, viewer->buffer + viewer->held, buffer_size - viewer->held, MSG_DONTWAIT);
  if (length < 0 && errno == EAGAIN) return;
  if (length <= 0) fail("a connection was lost");
  reads++;
  viewer->held += length;
  take_frames(viewer);
}

/* Raises the limit of open files to the maximum: each socket is one. */
static void raise_limit(void) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit)) fail("getrlimit");
  limit.rlim_cur = limit.rlim_max;
  if (setrlimit(RLIMIT_NOFILE, &limit)) fail("setrlimit");
}

/* Reads the next HTTP request from the input, up to and including its empty line. */
static size_t read_request(char *request, size_t size) {
  size_t length = 0;
  do {
    if (!fgets(request + length, size - length, stdin)) fail("too few requests on the input");
    length += strlen(request + length);
  } while (length < 4 || memcmp(request + length - 4, "\r\n\r\n", 4) != 0);
  return length;
}

/* Opens one socket. Bytes that follow directly after the handshake response stay in the buffer. */
static void open_viewer(struct viewer *viewer, uint16_t port, const char *greeting) {
  char request[4096];
  size_t length = read_request(request, sizeof request);
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port), .sin_addr = {htonl(INADDR_LOOPBACK)}};
  viewer->fd = socket(AF_INET, SOCK_STREAM, 0);
  if (viewer->fd < 0) fail("socket");
  if (connect(viewer->fd, (struct sockaddr *)&address, sizeof address)) fail("connect");
  write_all(viewer->fd, request, length);
  unsigned char *end = NULL;
  while (!end) {
    ssize_t more = recv(viewer->fd, viewer->buffer + viewer->held, buffer_size - viewer->held, 0);
    if (more <= 0) fail("no response to a handshake");
    viewer->held += more;
    end = memmem(viewer->buffer, viewer->held, "\r\n\r\n", 4);
  }
  if (memcmp(viewer->buffer, "HTTP/1.1 101 ", 13) != 0) {
    fprintf(stderr, "reader: refused: %.*s\n", (int)viewer->held, viewer->buffer);
    exit(1);
  }
  viewer->held -= end + 4 - viewer->buffer;
  memmove(viewer->buffer, end + 4, viewer->held);
  if (*greeting) write_frame(viewer->fd, opcode_text, greeting, strlen(greeting));
}

/* The quantile of the recorded ages, in milliseconds. */
static double quantile(double part) {
  uint64_t all = 0, so_far = 0;
  uint32_t at = 0, last = sizeof ages / sizeof *ages - 1;
  for (uint32_t age = 0; age <= last; age++) all += ages[age];
  while (at < last && (so_far += ages[at]) < all * part) at++;
  return (double)at / ages_per_ms;
}

static void report(void) {
  printf("{\"deliveries\":%lu,\"payloadBytes\":%lu,\"reads\":%lu,\"p50\":%.1f,\"p99\":%.1f,\"max\":%.1f}\n", deliveries,
         payload_bytes, reads, quantile(0.5), quantile(0.99), quantile(1));
  fflush(stdout);
  for (uint32_t at = 0; at < viewer_count; at++) viewers[at].events = 0;
  deliveries = payload_bytes = reads = most = 0;
  timed = false;
  memset(ages, 0, sizeof ages);
}

static void await_events(uint64_t events) {
  behind = 0;
  for (uint32_t at = 0; at < viewer_count; at++) behind += viewers[at].events < events;
  if (behind > 0) awaited = events;
  else say("seen");
}

static void await_first(uint64_t events) {
  if (most < events) awaited_first = events;
  else say("first");
}

/* Executes one command; the parent sends the next one after the reply. */
static void obey(void) {
  char order[64];
  ssize_t length = read(STDIN_FILENO, order, sizeof order - 1);
  if (length <= 0) exit(0);
  order[length] = '\0';
  if (strncmp(order, "seen ", 5) == 0) await_events(strtoull(order + 5, NULL, 10));
  else if (strncmp(order, "first ", 6) == 0) await_first(strtoull(order + 6, NULL, 10));
  else if (strcmp(order, "timed\n") == 0) timed = true, say("timed");
  else if (strcmp(order, "report\n") == 0) report();
  else {
    errno = EINVAL;
    fail(order);
  }
}

int main(int count, char **arguments) {
  if (count < 3) {
    fprintf(stderr, "usage: reader <port> <sockets> [<greeting>]\n");
    return 2;
  }
  uint16_t port = atoi(arguments[1]);
  viewer_count = atoi(arguments[2]);
  raise_limit();
  viewers = calloc(viewer_count, sizeof *viewers);
  int epoll = epoll_create1(EPOLL_CLOEXEC);
  if (!viewers || epoll < 0) fail("start");
  for (uint32_t at = 0; at < viewer_count; at++) open_viewer(&viewers[at], port, count > 3 ? arguments[3] : "");

  struct epoll_event input = {.events = EPOLLIN, .data.ptr = NULL};
  if (epoll_ctl(epoll, EPOLL_CTL_ADD, STDIN_FILENO, &input)) fail("epoll_ctl");
  for (uint32_t at = 0; at < viewer_count; at++) {
    struct epoll_event readable = {.events = EPOLLIN, .data.ptr = &viewers[at]};
    take_frames(&viewers[at]);
    if (epoll_ctl(epoll, EPOLL_CTL_ADD, viewers[at].fd, &readable)) fail("epoll_ctl");
  }
  say("open");
  for (;;) {
    struct epoll_event ready[most_ready];
    if (!timed) nanosleep(&rest, NULL);
    int found = epoll_wait(epoll, ready, most_ready, -1);
    if (found < 0 && errno != EINTR) fail("epoll_wait");
    for (int at = 0; at < found; at++) {
      if (ready[at].data.ptr) read_socket(ready[at].data.ptr);
      else obey();
    }
  }
}
