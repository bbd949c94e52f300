import css from './avatar.module.css'

/** A person in a narrow place; the name always stands beside it in words. */
export function Avatar({ firstName, lastName }: { firstName: string; lastName: string }) {
  return (
    <span className={css.avatar} aria-hidden="true">
      {`${[...firstName][0] ?? ''}${[...lastName][0] ?? ''}`.toUpperCase()}
    </span>
  )
}
