import { expect, test } from 'vitest'
import { html } from './html.ts'
import { facts, sheet, table } from './sheet.ts'

test('text from partners and users is escaped, in content and in attributes', () => {
  const name = '"><script>alert(1)</script>&\''
  expect(html`<p title="${name}">${name}</p>`.text).toBe(
    '<p title="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;&#39;">&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;&#39;</p>',
  )
})

test('the template joins lists, does not escape its own nested markup, and prints nothing for null', () => {
  expect(html`<ul>${['a', 'b'].map((one) => html`<li>${one}</li>`)}</ul>${null}${undefined}${false}${0}`.text).toBe(
    '<ul><li>a</li><li>b</li></ul>0',
  )
})

test('a footer cannot break out of its CSS string, nor a title out of its element', () => {
  const hostile = 'x"} body{display:none} </style><script>'
  const page = sheet({ title: hostile, footer: hostile, body: html`<p>there</p>` })
  expect(page).not.toContain('<script>')
  expect(page.match(/<\/style>/g)).toHaveLength(1)
  expect(page).toContain('content:"x\\22 } body')
})

test('a fact without a value is marked as missing, and a table has column headings', () => {
  expect(facts([['Lot', null]]).text).toContain('<dd>not stated</dd>')
  const { text } = table(
    'Meds',
    [
      { name: 'Serial', as: 'code' },
      { name: 'Count', as: 'figure' },
    ],
    [['<S1>', 3]],
  )
  expect(text).toContain('<th scope="col" class="code">Serial</th>')
  expect(text).toContain('<td class="code">&lt;S1&gt;</td><td class="figure">3</td>')
})
