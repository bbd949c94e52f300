import type { Key } from './keystrokes.ts'

/** Elements that a scan may be typed into. */
export type ScannedInto = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

export function readKeyEvent(event: KeyboardEvent): Key {
  return {
    key: event.key,
    code: event.code,
    ctrl: event.ctrlKey,
    other: event.altKey || event.metaKey,
    at: event.timeStamp,
    capsLock: event.getModifierState?.('CapsLock') ?? false,
  }
}

export function isInDialog(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('[role="dialog"], [role="menu"]') !== null
}

export function isTextField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
}

/** Cancels the browser's own reaction to the key, and keeps the event from reaching other elements. */
export function swallowKey(event: KeyboardEvent): void {
  event.preventDefault()
  event.stopPropagation()
}

/** Sets the value through the prototype's setter and fires an input event, because React would not notice a plain assignment. */
export function writeInto(field: HTMLInputElement | HTMLTextAreaElement, value: string): void {
  const prototype = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
