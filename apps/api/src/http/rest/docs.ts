interface Operation {
  operationId: string
  tags: string[]
  description?: string
  parameters?: { name: string; required: boolean; schema: { type?: string } }[]
  requestBody?: { content: Record<string, { schema: { properties?: Record<string, { type?: string }>; required?: string[] } }> }
  responses: Record<string, { description: string }>
}

const escaped = (text: string): string => text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)

/** A kind of error that the page explains; its name is the anchor of the explanation. */
export interface ExplainedProblem {
  key: string
  status: number
  text: string
}

/** Renders an OpenAPI document as a readable page without scripts, with the problems (errors) that its calls may return. */
export function docsPage(document: unknown, nonce: string, problems: readonly ExplainedProblem[] = []): string {
  const { info, paths } = document as { info: { title: string; description: string }; paths: Record<string, Record<string, Operation>> } // callers pass only the OpenAPI documents of this server
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  const nouns = [...new Set(calls.map((call) => call.operation.tags[0] ?? ''))]
  const section = (noun: string) =>
    `<h2 id="${escaped(noun)}">${escaped(noun)}</h2>${calls
      .filter((call) => call.operation.tags[0] === noun)
      .map(entry)
      .join('')}`
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(info.title)}</title>
<style nonce="${nonce}">body{font:15px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1a1916;background:#f7f6f3}
h2{margin-top:2.5rem}details{background:#fff;border:1px solid #e3e2dd;border-radius:8px;margin:.5rem 0;padding:.6rem .9rem}summary{cursor:pointer;font-family:ui-monospace,monospace}
b{display:inline-block;min-width:4rem;color:#005e5c}table{border-collapse:collapse;margin:.5rem 0}td,th{text-align:left;padding:.2rem 1rem .2rem 0;border-top:1px solid #e3e2dd}code{font-size:.95em}</style></head>
<body><main><h1>${escaped(info.title)}</h1><p>${escaped(info.description)}</p><p><a href="openapi.json">openapi.json</a> has the same content for programs. ${nouns.map((noun) => `<a href="#${escaped(noun)}">${escaped(noun)}</a>`).join(' · ')}</p>
${nouns.map(section).join('')}${explain(problems)}</main></body></html>`
}

function explain(problems: readonly ExplainedProblem[]): string {
  if (problems.length === 0) return ''
  const rows = problems.map(
    ({ key, status, text }) =>
      `<tr id="problem-${escaped(key)}"><td><code>${escaped(key)}</code></td><td>${status}</td><td>${escaped(text)}</td></tr>`,
  )
  return `<h2 id="problems">problems</h2><table><tr><th>Key</th><th>Status</th><th>Meaning</th></tr>${rows.join('')}</table>`
}

function entry({ path, method, operation }: { path: string; method: string; operation: Operation }): string {
  const bodies = Object.entries(operation.requestBody?.content ?? {})
  const fields = [
    ...(operation.parameters?.map(({ name, required, schema }) => ({ name, required, type: schema.type ?? '' })) ?? []),
    ...bodies.flatMap(([, { schema }]) =>
      Object.entries(schema.properties ?? {}).map(([name, { type = '' }]) => ({
        name,
        required: schema.required?.includes(name) ?? false,
        type,
      })),
    ),
  ]
  const rows = fields
    .map(
      ({ name, required, type }) =>
        `<tr><td><code>${escaped(name)}</code></td><td>${escaped(String(type))}</td><td>${required ? 'required' : ''}</td></tr>`,
    )
    .join('')
  return `<details><summary><b>${method.toUpperCase()}</b> ${escaped(path)}</summary>${operation.description ? `<p>${escaped(operation.description)}</p>` : ''}${
    bodies.length ? `<p>Body: ${escaped(bodies.map(([type]) => type).join(', or '))}</p>` : ''
  }${rows ? `<table><tr><th>Field</th><th>Type</th><th></th></tr>${rows}</table>` : '<p>No fields.</p>'}<p>Answers: ${escaped(describeSuccess(operation))}</p></details>`
}

const describeSuccess = ({ responses }: Operation): string =>
  Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1].description ?? ''
