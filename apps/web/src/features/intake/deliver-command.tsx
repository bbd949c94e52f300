import { Code } from '../../ui/text/code.tsx'

/** Shows a command that delivers a file. Any other program that can send a file over HTTPS works, too. */
export function DeliverCommand({ token }: { token: string }) {
  const command = `curl ${location.origin}/api/v2/intake -H "authorization: Bearer ${token}" -H "content-type: application/xml" --data-binary @order.xml`
  return <Code groups={[command]} copy="command" wraps />
}
