import { parentPort, workerData } from 'node:worker_threads'

/**
 * Input of a thread that simulates a person scanning at a counter, until it receives a message. A separate thread keeps the timing independent of the
 * drill.
 */
export interface Scanning {
  url: string
  token: string
  documentId: number
  meds: { gtin: string; serialNumber: string }[]
  everyMs: number
}

const { url, token, documentId, meds, everyMs }: Scanning = workerData

let isOver = false
parentPort?.once('message', () => {
  isOver = true
})
for (const { gtin, serialNumber } of meds) {
  if (isOver) break
  const began = performance.now()
  const answer = await fetch(`${url}/api/v1/update/receive/many/by/serialnumber`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ documentId, gtin, serialNumber, how: 'scan' }),
  })
  const text = await answer.text()
  parentPort?.postMessage({ ms: performance.now() - began, status: answer.status, text })
  await new Promise((resolve) => setTimeout(resolve, everyMs))
}
parentPort?.close()
