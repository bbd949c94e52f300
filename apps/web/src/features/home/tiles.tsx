import type { ReactNode } from 'react'
import { Link } from 'wouter'
import css from './tiles.module.css'

/** A few ways to go on, under their heading. */
export function Tiles({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <nav className={css.tiles} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul className={css.list}>{children}</ul>
    </nav>
  )
}

interface TileProps {
  href: string
  label: string
  words: string
  /** What has to be looked at there. */
  warning?: ReactNode
}

export function Tile({ href, label, words, warning }: TileProps) {
  return (
    <li>
      <Link href={href}>
        <b>{label}</b>
        <span className={css.words}>{words}</span>
        {warning ? <span className={css.warning}>{warning}</span> : null}
      </Link>
    </li>
  )
}
