/*
 * The upper bound of a broadcast: one prebuilt WebSocket frame, sent with a blocking send(2) to one socket after the
 * other. It parses nothing, has no sessions, and a slow reader blocks it.
 *
 *   sender <sockets> <text of an event>
 *
 * Prints `ready <url>`, accepts that many sockets, and takes commands, one per line, until its input ends:
 *
 *   run <events> <ms>   for this time, `events` per send to each socket in turn; prints `sent <events>` per socket
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { most_events = 64 };   /* of one send */

static void fail(const char *what) {
  fprintf(stderr, "sender: %s: %s\n", what, errno ? strerror(errno) : "unexpected");
  exit(1);
}

static int64_t milliseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000LL + now.tv_nsec / 1000000;
}

/* Listens on a free loopback port and prints it. */
static int start_listening(int sockets) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
  socklen_t length = sizeof address;
  int listener = socket(AF_INET, SOCK_STREAM, 0);
  if (listener < 0 || bind(listener, (struct sockaddr *)&address, length) || listen(listener, sockets)) fail("listen");
  if (getsockname(listener, (struct sockaddr *)&address, &length)) fail("getsockname");
  printf("ready http://127.0.0.1:%d\n", ntohs(address.sin_port));
  fflush(stdout);
  return listener;
}

/* Answers any request like a handshake, without a valid key, which the reader does not check. */
static int accept_viewer(int listener) {
  static const char answer[] = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n";
  char request[4096];
  size_t held = 0;
  int on = 1, viewer = accept(listener, NULL, NULL);
  if (viewer < 0 || setsockopt(viewer, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on)) fail("accept");
  while (!memmem(request, held, "\r\n\r\n", 4)) {
    ssize_t more = recv(viewer, request + held, sizeof request - held, 0);
    if (more <= 0) fail("no handshake");
    held += more;
  }
  if (send(viewer, answer, sizeof answer - 1, MSG_NOSIGNAL) < 0) fail("send");
  return viewer;
}

/* An unmasked text frame (RFC 6455 §5.2) of 126 to 65,535 bytes. Returns its length. */
static size_t build_frame(unsigned char *frame, const char *text) {
  size_t length = strlen(text);
  if (length < 126 || length > 65535) {
    errno = EMSGSIZE;
    fail("text");
  }
  frame[0] = 0x81;
  frame[1] = 126;
  frame[2] = length >> 8;
  frame[3] = length & 0xff;
  memcpy(frame + 4, text, length);
  return 4 + length;
}

int main(int count, char **arguments) {
  if (count != 3) {
    fprintf(stderr, "usage: sender <sockets> <text>\n");
    return 2;
  }
  int sockets = atoi(arguments[1]);
  int *viewers = calloc(sockets, sizeof *viewers);
  unsigned char *frames = malloc(most_events * (strlen(arguments[2]) + 4));
  if (!viewers || !frames) fail("start");
  size_t length = build_frame(frames, arguments[2]);
  for (int at = 1; at < most_events; at++) memcpy(frames + at * length, frames, length);

  int listener = start_listening(sockets);
  for (int at = 0; at < sockets; at++) viewers[at] = accept_viewer(listener);

  int events, duration;
  while (scanf(" run %d %d", &events, &duration) == 2) {
    if (events < 1 || events > most_events) {
      errno = EINVAL;
      fail("run");
    }
    uint64_t sent = 0;
    for (int64_t end = milliseconds() + duration; milliseconds() < end; sent += events) {
      for (int at = 0; at < sockets; at++)
        if (send(viewers[at], frames, events * length, MSG_NOSIGNAL) != (ssize_t)(events * length)) fail("send");
    }
    printf("sent %lu\n", sent);
    fflush(stdout);
  }
  return 0;
}
