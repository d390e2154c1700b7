FROM golang:1.26-bookworm AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
# The repository stays outside: say which version this is with --build-arg VERSION=...
ARG VERSION=
# go-sqlite3 needs cgo; the runtime image below has the same C library.
RUN CGO_ENABLED=1 go build -trimpath -ldflags="-s -w -X main.version=${VERSION}" -o /grognard ./bot

FROM debian:bookworm-slim
RUN apt-get update \
 && apt-get install -y --no-install-recommends ca-certificates \
 && rm -rf /var/lib/apt/lists/* \
 && useradd --system --uid 10001 --home-dir /data --shell /usr/sbin/nologin grognard \
 && install -d -o grognard -g grognard -m 0700 /data
COPY --from=build /grognard /usr/local/bin/grognard
USER grognard
VOLUME /data
# The default data folder is grognard in this one: the program and its health
# check find the same games, with a configuration file or without.
ENV XDG_DATA_HOME=/data
# The token comes as DISCORD_TOKEN or in a mounted file (--config); without one
# the program would lay a table that nobody outside the container can reach.
ENTRYPOINT ["grognard"]
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=2 CMD ["grognard", "health"]
