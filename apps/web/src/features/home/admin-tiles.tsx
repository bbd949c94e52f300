import { Link } from 'wouter'
import { useSession } from '../../api/session.ts'
import { isCustomerAdmin } from '../../shell/rights.ts'

/** What only the customer admin has, beside the specified menu. */
export function AdminTiles() {
  const session = useSession()
  if (!isCustomerAdmin(session)) return null
  return (
    <nav className="tiles" aria-labelledby="home-admin">
      <h2 id="home-admin">Administration</h2>
      <ul className="card">
        <li>
          <Link href="/audit">
            <b>Audit trail</b>
            <span className="muted">Who did what, and when</span>
          </Link>
        </li>
      </ul>
    </nav>
  )
}
