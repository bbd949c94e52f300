import { Card } from '../../ui/card.tsx'
import css from './exception-page.module.css'

export function Fetching() {
  return (
    <Card>
      <p className={css.fetching} role="status">
        Fetching Document Data . . .
      </p>
    </Card>
  )
}
