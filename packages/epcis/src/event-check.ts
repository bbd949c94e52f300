import type { ErrorType } from './error-types.ts'
import { type EventNode, eventPath } from './event.ts'
import type { Findings, FindingText, Place } from './finding.ts'
import type { Node } from './tree.ts'

/** An event under examination: what the rules read, and where they report. */
export class EventCheck {
  readonly facts: EventNode['event']
  readonly parts: EventNode
  private readonly findings: Findings

  constructor(parts: EventNode, findings: Findings) {
    this.parts = parts
    this.facts = parts.event
    this.findings = findings
  }

  /** Reports at the child of that path, at its line when the node is given, else at the event's. */
  report(type: ErrorType, childPath: string, text: FindingText, node: Node | null = null): void {
    const { line, column } = node ?? this.parts.node
    this.findings.report(type, this.place(childPath, line, column), text)
  }

  /** Reports at one entry of the list of EPCs, 0-based. */
  reportEpc(type: ErrorType, index: number, text: FindingText): void {
    const list = this.parts.list?.local ?? 'epcList'
    this.findings.report(type, this.place(`${list}/epc[${index + 1}]`, this.epcLine(index), 1), text)
  }

  epcLine(index: number): number {
    return this.parts.list?.epcs?.line(index) ?? this.facts.line
  }

  /** One entry of the list of EPCs as it is written. */
  epc(index: number): string {
    return this.parts.list?.epcs?.text(index) ?? ''
  }

  private place(childPath: string, line: number, column: number): Place {
    const own = eventPath(this.facts.name, this.parts.index)
    const path = childPath === '' ? own : `${own}/${childPath}`
    return { path, line, column, event: this.facts.number }
  }
}

/** How a sentence names an event: "commissioning", "packing" or its element. */
export function eventWord(facts: { readonly bizStep: string | null; readonly name: string }): string {
  return facts.bizStep === null ? facts.name : `${facts.bizStep.replaceAll('_', ' ')} event`
}
