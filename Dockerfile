# Seriatim for production: `docker compose up --build`, see compose.yaml and docs/deploy.md.
# scripts/assemble.ts determines the image's contents; `npm run image:check` tests them, even without Docker.

FROM node:24-slim AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
COPY apps/api/package.json apps/api/
COPY apps/simulator/package.json apps/simulator/
COPY apps/web/package.json apps/web/
COPY packages/client/package.json packages/client/
COPY packages/epcis/package.json packages/epcis/
COPY packages/gs1/package.json packages/gs1/
COPY packages/recall/package.json packages/recall/
COPY packages/schema/package.json packages/schema/
COPY packages/verify/package.json packages/verify/
COPY packages/vrs/package.json packages/vrs/
COPY db/package.json db/
RUN npm ci --include=dev
COPY . .
RUN npm run build && node scripts/assemble.ts /app && mkdir /empty

FROM node:24-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /app
# Links between the workspaces must stay links, because Node does not strip types from files that are really under node_modules.
COPY --from=build /app ./
COPY --from=build --chown=node:node /empty /data/
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=15s --timeout=10s --start-period=60s --retries=3 \
  CMD node -e "fetch('http://127.0.0.1:' + process.env.PORT + '/ready').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"
CMD ["node", "--max-old-space-size=2048", "apps/api/src/main.ts"]
