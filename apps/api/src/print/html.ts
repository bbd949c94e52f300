/** Markup that our own templates built. It is inserted into other markup without escaping. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  toString(): string {
    return this.text
  }
}

export type HtmlValue = Html | string | number | null | undefined | false | readonly HtmlValue[]

/** A template that escapes its values, for text and for attributes in double quotes. Lists are joined; null, undefined and false print nothing. */
export function html(parts: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  let text = parts[0] ?? ''
  values.forEach((value, index) => {
    text += rendered(value) + (parts[index + 1] ?? '')
  })
  return new Html(text)
}

function rendered(value: HtmlValue): string {
  if (value === null || value === undefined || value === false) return ''
  if (value instanceof Html) return value.text
  if (typeof value === 'string') return escapeHtml(value)
  if (typeof value === 'number') return String(value)
  return value.map(rendered).join('')
}

const MARKS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (mark) => MARKS[mark] ?? mark)
}
