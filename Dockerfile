# Seriatim for production: `docker compose up --build`, see compose.yaml and README.md, "Deploy".
# `node scripts/dockerfile-check.ts` runs these steps without Docker: keep RUN to paths below WORKDIR, and to what a user without rights may do.

# The web, with all tools.
FROM node:24-slim AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
COPY apps/api/package.json apps/api/
COPY apps/simulator/package.json apps/simulator/
COPY apps/web/package.json apps/web/
COPY packages/epcis/package.json packages/epcis/
COPY packages/gs1/package.json packages/gs1/
COPY packages/recall/package.json packages/recall/
COPY packages/schema/package.json packages/schema/
COPY db/package.json db/
RUN npm ci --include=dev
COPY . .
RUN npm run build

# The app as it runs: sources, no tools, no web libraries (they are in the built web), no embedded PostgreSQL (production has DATABASE_URL).
FROM node:24-slim AS assembly
WORKDIR /empty
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY apps/api/package.json apps/api/
COPY apps/simulator/package.json apps/simulator/
COPY apps/web/package.json apps/web/
COPY packages/epcis/package.json packages/epcis/
COPY packages/gs1/package.json packages/gs1/
COPY packages/recall/package.json packages/recall/
COPY packages/schema/package.json packages/schema/
COPY db/package.json db/
RUN npm ci --omit=dev --omit=optional --workspace @seriatim/api --include-workspace-root=false --ignore-scripts
COPY packages packages/
COPY db db/
COPY apps/api apps/api/
COPY --from=build /build/apps/web/dist apps/web/dist/
# A checkout made with umask 077 must not give an app that its user cannot read.
RUN rm -rf package-lock.json .npmrc apps/web/package.json apps/simulator node_modules/@seriatim/simulator && chmod -R a+rX,go-w .

FROM node:24-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /app
# Links among the workspaces stay links: Node does not strip types from files that really lie under node_modules.
COPY --from=assembly /app ./
COPY --from=assembly --chown=node:node /empty /data/
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=15s --timeout=10s --start-period=60s --retries=3 \
  CMD node -e "fetch('http://127.0.0.1:' + process.env.PORT + '/ready').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"
CMD ["node", "--max-old-space-size=2048", "apps/api/src/main.ts"]
