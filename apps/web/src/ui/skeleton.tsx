import css from './skeleton.module.css'

/** The place of a line that is coming. One rule without movement; Mantine's would bring a component and an animation, so ours stays. */
export function Skeleton({ width, height }: { width?: number | string; height?: number }) {
  return <span className={css.skeleton} style={{ width, height }} />
}
