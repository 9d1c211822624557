# One image for both roles: ROLE=api and ROLE=worker, or "all" (default). Built sources and production packages only.
# It writes to /data and /tmp alone:
#   docker run --read-only --tmpfs /tmp --cap-drop ALL --security-opt no-new-privileges -v carillon:/data carillon
FROM node:22.23.3-bookworm-slim@sha256:43ac6c60b8f89723f746e8a92ce91abd5017e627ce1ddfe4238355d3a30b772c AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY console/package.json console/
RUN npm ci
COPY tsconfig.json nest-cli.json ./
COPY scripts scripts
COPY libs libs
COPY src src
COPY console console
# The guide is made of them.
COPY README.md SECURITY.md CHANGELOG.md ./
COPY docs docs
RUN npm run build

FROM node:22.23.3-bookworm-slim@sha256:43ac6c60b8f89723f746e8a92ce91abd5017e627ce1ddfe4238355d3a30b772c AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# Without what the console is built of: it is in dist as a whole.
RUN npm ci --omit=dev --workspaces=false

FROM node:22.23.3-bookworm-slim@sha256:43ac6c60b8f89723f746e8a92ce91abd5017e627ce1ddfe4238355d3a30b772c
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 LEGACY_PORT=3001 DATA_DIR=/data
WORKDIR /app
# Attachments until they are sent; otherwise used by the embedded store and queue alone, when no MongoDB or no Redis is named.
RUN mkdir -p /data/attachments && chown -R node:node /data && ln -s /app/bin/carillon.mjs /usr/local/bin/carillon
COPY --from=packages /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY bin bin
COPY scripts/node-version.mjs scripts/
# Tells Node that the files are ES modules, and where "#libs/" leads.
COPY package.json ./
USER node
EXPOSE 3000 3001
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/ready`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# Without a shell in between, SIGTERM reaches Carillon itself: on this Node, the launcher is replaced by the service.
CMD ["node", "bin/carillon.mjs", "start"]
