import { Code } from '../../ui/text/code.tsx'

/** A lot, NDC or recall number in monospace. Long lists wrap. */
export function Mono({ children, wraps = false }: { children: string; wraps?: boolean }) {
  return <Code groups={[children]} wraps={wraps} />
}
