import { parentPort, workerData } from 'node:worker_threads'

/** Somebody at a counter, on a thread of their own, so that their clock does not wait for what the drill does meanwhile. */
export interface Scanning {
  url: string
  token: string
  documentId: number
  meds: { gtin: string; serialNumber: string }[]
  /** Between two scans. */
  everyMs: number
}

const { url, token, documentId, meds, everyMs }: Scanning = workerData

for (const { gtin, serialNumber } of meds) {
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
