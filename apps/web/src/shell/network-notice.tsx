import { IconCloudOff, IconServerOff } from '@tabler/icons-react'
import { type Query, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { noteAnswer, ping, useIsDisconnected, useNetwork } from '../offline/network.ts'
import { formatTime } from '../ui/text/format.ts'
import { Strip } from './strip.tsx'

const ASK_EVERY_MS = 5000

/** Says at once that the network is away and what is shown meanwhile; asks for it, and loads what failed, or is the device's own, when it is back. */
export function NetworkNotice() {
  const { isAway, seenAt, awayAt } = useNetwork()
  const isDisconnected = useIsDisconnected()
  const queries = useQueryClient()
  const wasAway = useRef(isAway)
  useEffect(() => {
    // What failed, and what this device gave in the server's place.
    const isToLoad = ({ state }: Query) => state.status === 'error' || state.dataUpdatedAt >= (awayAt ?? Number.POSITIVE_INFINITY)
    if (wasAway.current && !isAway) void queries.refetchQueries({ type: 'active', predicate: isToLoad })
    wasAway.current = isAway
    if (!isAway) return
    const timer = setInterval(() => {
      void ping().then((answers) => answers && noteAnswer())
    }, ASK_EVERY_MS)
    return () => clearInterval(timer)
  }, [isAway, awayAt, queries])
  return (
    <div role="status">
      {isAway && (
        <Strip meaning="attention" icon={isDisconnected ? IconCloudOff : IconServerOff}>
          <strong>{isDisconnected ? 'No network.' : 'The server does not answer.'}</strong>{' '}
          {isDisconnected ? '' : 'This device has a network connection. '}Only what was{' '}
          {seenAt === undefined ? 'kept on this device' : `loaded before ${formatTime(new Date(seenAt).toISOString()).slice(0, 5)}`} is
          shown; the rest loads when {isDisconnected ? 'the network is back' : 'the server answers again'}. Scans are kept here; other
          changes can be saved then.
        </Strip>
      )}
    </div>
  )
}
