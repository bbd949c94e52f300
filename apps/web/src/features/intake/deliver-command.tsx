import { Code } from '../../ui/text/code.tsx'

/** The command that delivers a file; on another system every program that can send a file over HTTPS does the same. */
export function DeliverCommand({ token }: { token: string }) {
  const command = `curl ${location.origin}/api/v2/intake -H "authorization: Bearer ${token}" -H "content-type: application/xml" --data-binary @order.xml`
  return <Code groups={[command]} copy="command" wraps />
}
