import { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../core/config.ts'
import { coreErrors } from '../core/core.facts.ts'
import { AppError } from '../core/errors.ts'
import { isEpcisPath } from './epcis/epcis-problem.ts'
import { isV2Path, makeProblem, PROBLEM_TYPE } from './v2/problem.ts'

/**
 * A request that has not been answered yet. `first`: number of bytes that the connection had received before the request. `bytes`, `since`: number of
 * bytes received at the last check, and the time of that check.
 */
interface UnderWay {
  request: FastifyRequest
  reply: FastifyReply
  first: number
  bytes: number
  since: number
}

/** Allowance for the other parts of the body around a file of maximum size. */
const SLACK = 1024 * 1024

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the route itself unpacks a body of `Content-Encoding: gzip`, within its limits. */
    takesGzip?: boolean
  }
}

export interface IncomingWatch {
  /**
   * Shuts the server down: closes idle connections at once, connections with a stalled request after a moment, and the rest when the grace period
   * ends. Resolves when the grace period ends, or earlier.
   */
  close(): Promise<void>
}

/**
 * Guards request bodies. Compressed bodies are refused unless a route limits what it unpacks, because a small body could cause a lot of decompression
 * work. A body that arrives more slowly than even a poor connection would deliver it is cut off. After the answer, the rest of the body is read only briefly.
 */
export function watchIncoming(app: FastifyInstance, config: Config): IncomingWatch {
  const underWay = new Map<string, UnderWay>()
  const sockets = new Map<string, Socket>()
  const windowMs = config.bodyWindowSeconds * 1000

  const track = (socket: Socket) => {
    const name = socketKey(socket)
    sockets.set(name, socket)
    socket.once('close', () => sockets.delete(name))
  }
  app.server.on('connection', track)
  app.server.on('secureConnection', track)

  app.addHook('onRequest', async (request, reply) => {
    const { socket } = request.raw
    if (socket instanceof Socket) {
      const name = socketKey(socket)
      const entry = { request, reply, first: socket.bytesRead, bytes: socket.bytesRead, since: Date.now() }
      underWay.set(name, entry)
      reply.raw.once('close', () => {
        if (underWay.get(name) === entry) underWay.delete(name)
        // The response was sent before the whole request body arrived. Keep reading for a short time: closing the connection now could make the
        // caller lose the response.
        if (!request.raw.complete) setTimeout(() => request.raw.complete || socket.destroy(), config.lingerSeconds * 1000).unref()
      })
    }
    const encoding = request.headers['content-encoding']
    const isTaken = encoding === 'gzip' && request.routeOptions.config.takesGzip === true
    if (encoding !== undefined && encoding !== 'identity' && !isTaken) throw new AppError(coreErrors.body_encoded)
  })

  const check = setInterval(() => {
    for (const entry of underWay.values()) {
      const { raw } = entry.request
      if (raw.complete) continue
      // Cuts off a body that is too large for every route; the largest accepted body is an order file. This counts the bytes on the socket, and so
      // includes bytes that a parser skips.
      if (raw.socket.bytesRead - entry.first > config.uploadMaxBytes + SLACK) raw.socket.destroy()
      if (Date.now() - entry.since < windowMs) continue
      const came = raw.socket.bytesRead - entry.bytes
      if (came < config.bodyBytesPerSecond * config.bodyWindowSeconds && !isHeldBack(entry)) closeConnection(entry)
      else Object.assign(entry, { bytes: raw.socket.bytesRead, since: Date.now() })
    }
  }, windowMs / 4)
  check.unref()
  app.addHook('onClose', async () => clearInterval(check))

  return { close: () => close(app, config, sockets, underWay) }
}

/** Key of a connection, which is the same for the connection itself and for the TLS socket on top of it. */
function socketKey({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`
}

/**
 * Whether the server itself holds up this request, because it paused reading or has not processed all received data. The caller is then not to blame
 * for the stall.
 */
function isHeldBack({ request: { raw } }: UnderWay): boolean {
  return raw.isPaused() || raw.readableLength > 0
}

function closeConnection({ request, reply }: UnderWay): void {
  const { socket } = request.raw
  if (reply.raw.headersSent) return void socket.destroy()
  reply.hijack()
  const { key, text } = coreErrors.body_slow
  const isV2 = isV2Path(request.url) || isEpcisPath(request.url)
  const body = JSON.stringify(isV2 ? makeProblem(408, key, text) : { type: 'ERROR', payload: { msg: text, class: 'error' } })
  reply.raw.writeHead(408, {
    'content-type': isV2 ? PROBLEM_TYPE : 'application/json; charset=utf-8',
    connection: 'close',
    'x-request-id': request.id,
  })
  reply.raw.end(body, () => socket.destroy())
}

async function close(
  app: FastifyInstance,
  config: Config,
  sockets: ReadonlyMap<string, Socket>,
  underWay: ReadonlyMap<string, UnderWay>,
): Promise<void> {
  const seen = new Map<string, number>()
  const cutHalfSent = () => {
    for (const [name, socket] of sockets) {
      const isAnswering = underWay.get(name)?.request.raw.complete
      if (!isAnswering && seen.get(name) === socket.bytesRead) socket.destroy()
      seen.set(name, socket.bytesRead)
    }
  }
  cutHalfSent()
  const soon = setInterval(cutHalfSent, config.halfSentSeconds * 1000)
  const { promise: isOver, resolve: end } = Promise.withResolvers<void>()
  const force = setTimeout(() => {
    app.server.closeAllConnections()
    for (const socket of sockets.values()) socket.destroy()
    end()
  }, config.closeGraceSeconds * 1000)
  await Promise.race([app.close(), isOver])
  clearInterval(soon)
  clearTimeout(force)
}
