import { readTotal } from './payment-api.ts'
import { dollars, type Shop } from './shop.ts'
import type { Session } from './state.ts'

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const safe = (text: string) => text.replace(/[&<>"']/g, (char) => escapes[char] ?? char)

const page = (title: string, body: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${safe(title)}</title><style>
:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:34rem;margin:3rem auto;padding:0 1rem}
table{width:100%;border-collapse:collapse}td,th{padding:.5rem 0;border-bottom:1px solid #8886;text-align:left}td:last-child,th:last-child{text-align:right}
form{display:flex;gap:.75rem;flex-wrap:wrap;margin-top:1.5rem}button{font:inherit;padding:.6rem 1rem;border-radius:.4rem;border:1px solid #888;cursor:pointer}
.note{padding:.75rem 1rem;border-radius:.4rem;background:#8882}</style></head><body><main>
<p class="note">This is the simulator of the payment provider. No card is asked for and no money moves.</p>${body}</main></body></html>`

function writePeriods(periods: number | undefined, period = 'month'): string {
  if (periods === undefined) return `every ${period}`
  return periods === 1 ? `the first ${period}` : `the first ${periods} ${period}s`
}

export function checkoutPage(shop: Shop, session: Session | undefined, said?: string): string {
  if (!session) return page('No such checkout', '<h1>No such checkout</h1><p>Begin again in the shop.</p>')
  if (session.paidAt !== null) return page('Paid', '<h1>Paid</h1><p>Thank you. You can close this tab and go back to the other one.</p>')
  if (session.expires <= shop.now()) return page('Expired', '<h1>This checkout has expired</h1><p>Begin again in the shop.</p>')
  const rows = session.items.map(({ product, quantity, discountPercent, discountPeriods }) => {
    const known = shop.product(product)
    const each = known?.period === 'once' ? 'once' : `per ${known?.period ?? 'month'}`
    const off = discountPercent ? `, ${discountPercent}% off ${writePeriods(discountPeriods, known?.period)}` : ''
    const sum = Math.round((known?.price ?? 0) * quantity * (100 - discountPercent)) / 100
    return `<tr><td>${safe(known?.title ?? product)} × ${quantity}<br><small>${each}${off}</small></td><td>${dollars(sum)}</td></tr>`
  })
  const buyer = shop.account(session.account)?.contact
  return page(
    'Checkout',
    `<h1>Checkout</h1>${said ? `<p role="alert">${safe(said)}</p>` : ''}<p>${safe(buyer?.company ?? '')}, ${safe(buyer?.email ?? '')}</p>
<table><thead><tr><th>Item</th><th>Price</th></tr></thead><tbody>${rows.join('')}
<tr><th>Today, before tax</th><th>${dollars(readTotal(shop, session))}</th></tr></tbody></table>
<form method="post"><button name="card" value="good">Pay</button><button name="card" value="declined">Pay with a card that is declined</button></form>`,
  )
}

/** The account's page, which shows what is overdue and has a form to pay it. */
export function accountPage(shop: Shop, id: string, said?: string): string {
  const account = shop.account(id)
  if (!account) return page('No such account', '<h1>No such account</h1>')
  const overdue = shop.listSubscriptions(id).filter(({ state }) => state === 'overdue')
  const rows = overdue.map((one) => `<li>${safe(shop.product(one.product)?.title ?? one.product)} × ${one.quantity}</li>`)
  return page(
    'Your account',
    `<h1>Your account</h1>${said ? `<p role="alert">${safe(said)}</p>` : ''}<p>${safe(account.contact.company)}, ${safe(account.contact.email)}</p>${
      rows.length
        ? `<p>Could not be renewed:</p><ul>${rows.join('')}</ul>
<form method="post"><button name="card" value="good">Pay with another card</button><button name="card" value="declined">Pay with a card that is declined</button></form>`
        : '<p>Nothing is overdue. You can close this tab.</p>'
    }`,
  )
}

export function invoicePage(shop: Shop, id: string): string {
  const order = shop.state.orders.find((one) => one.id === id)
  if (!order) return page('No such invoice', '<h1>No such invoice</h1>')
  const rows = order.items.map(
    ({ product, quantity, amount }) =>
      `<tr><td>${safe(shop.product(product)?.title ?? product)} × ${quantity}</td><td>${dollars(amount)}</td></tr>`,
  )
  const total = dollars(order.items.reduce((sum, { amount }) => sum + amount, 0))
  return page(
    `Invoice ${order.reference}`,
    `<h1>Invoice ${safe(order.reference)}</h1><p>${safe(shop.account(order.account)?.contact.company ?? '')}</p>
<table><thead><tr><th>Item</th><th>Price</th></tr></thead><tbody>${rows.join('')}<tr><th>Paid, before tax</th><th>${total}</th></tr></tbody></table>`,
  )
}
