import css from './skeleton.module.css'

interface SkeletonProps {
  width?: number | string | undefined
  height?: number | undefined
  /** Width as a percentage of the table cell. Unlike `width`, it never widens the column. */
  share?: string | undefined
}

/** Placeholder for a line of text. It is one CSS rule without animation; Mantine's Skeleton would add a component and an animation. */
export function Skeleton({ width, height, share }: SkeletonProps) {
  return <span className={css.skeleton} data-skeleton style={share ? { width: 0, minWidth: share } : { width, height }} />
}
