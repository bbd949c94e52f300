import { Code } from '../../ui/text/code.tsx'

/** A lot, an NDC or a recall number: each sign stands by itself. Several of them go on in the next line. */
export function Mono({ children, wraps = false }: { children: string; wraps?: boolean }) {
  return <Code groups={[children]} wraps={wraps} />
}
