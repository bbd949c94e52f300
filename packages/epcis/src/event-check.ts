import type { ErrorType } from './error-types.ts'
import { type EventNode, eventPath } from './event.ts'
import type { Findings, FindingText, Place } from './finding.ts'
import type { Node } from './tree.ts'

/** An event being checked. The rules read its data here and report their findings through it. */
export class EventCheck {
  readonly facts: EventNode['event']
  readonly parts: EventNode
  /** Whether the document is EPCIS 2.0, which allows more spellings and has no extension elements. */
  readonly is20: boolean
  private readonly findings: Findings

  constructor(parts: EventNode, findings: Findings, is20: boolean) {
    this.is20 = is20
    this.parts = parts
    this.facts = parts.event
    this.findings = findings
  }

  /** Reports a finding at a path below the event. Its line is that of the node, or of the event if no node is given. */
  report(type: ErrorType, childPath: string, text: FindingText, node: Node | null = null): void {
    const { line, column } = node ?? this.parts.node
    this.findings.report(type, this.place(childPath, line, column), text)
  }

  /**
   * Returns a function with which a finding can be reported later. The function keeps only the finding's place and not the event, so that the event's
   * memory can be freed.
   */
  reporter(type: ErrorType, childPath: string, node: Node | null): (text: FindingText) => void {
    const { findings } = this
    const { line, column } = node ?? this.parts.node
    const place = this.place(childPath, line, column)
    return (text) => findings.report(type, place, text)
  }

  /** Path of a part of the event that EPCIS 1.x puts into an extension element, whereas EPCIS 2.0 does not. */
  extensionPath(path: string): string {
    return this.is20 ? path : `extension/${path}`
  }

  /** Reports a finding about one entry of the list of EPCs. `index` counts from 0. */
  reportEpc(type: ErrorType, index: number, text: FindingText): void {
    const list = this.parts.list?.local ?? 'epcList'
    this.findings.report(type, this.place(`${list}/epc[${index + 1}]`, this.epcLine(index), this.epcColumn(index)), text)
  }

  epcLine(index: number): number {
    return this.parts.list?.epcs?.line(index) ?? this.parts.node.line
  }

  epcColumn(index: number): number {
    return this.parts.list?.epcs?.column(index) ?? this.parts.node.column
  }

  /** Returns the EPC at this index of the event's list as written in the document; empty if there is none. */
  epc(index: number): string {
    return this.parts.list?.epcs?.text(index) ?? ''
  }

  private place(childPath: string, line: number, column: number): Place {
    const own = eventPath(this.facts.name, this.parts.index)
    const path = childPath === '' ? own : `${own}/${childPath}`
    return { path, line, column, event: this.facts.number }
  }
}

/** Name of an event in a sentence: for example `commissioning event`, or the name of the event's element if there is no `bizStep`. */
export function eventWord(facts: { readonly bizStep: string | null; readonly name: string }): string {
  return facts.bizStep === null ? facts.name : `${facts.bizStep.replaceAll('_', ' ')} event`
}
