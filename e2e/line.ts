import { connect, createServer, type Server, type Socket } from 'node:net'

/**
 * A network connection to the server that a test can interrupt. `cut` is like pulling a cable: open connections end, and new ones are not accepted.
 * `hush` leaves open connections open, but no data arrives on them.
 */
export interface Line {
  url: string
  cut(): Promise<void>
  /** Drops packets: open connections stay open but receive nothing, and new ones are never answered. */
  hush(): void
  mend(): Promise<void>
  close(): Promise<void>
}

export async function layLine(to: string): Promise<Line> {
  const target = new URL(to)
  const open = new Set<Socket>()
  let isHushed = false
  const server: Server = createServer((near) => {
    if (isHushed) {
      open.add(near)
      near.on('error', () => undefined)
      near.on('close', () => open.delete(near))
      return
    }
    const far = connect(Number(target.port), target.hostname)
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        open.delete(one)
        other.destroy()
      })
      one.pipe(other)
    }
  })
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      for (const socket of open) socket.destroy()
    })
  await listen(0)
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `http://localhost:${port}`,
    cut: stop,
    hush() {
      isHushed = true
      for (const socket of open) socket.unpipe().pause()
    },
    async mend() {
      if (isHushed) await stop()
      isHushed = false
      if (!server.listening) await listen(port)
    },
    close: () => (server.listening ? stop() : Promise.resolve()),
  }
}
