import css from './skeleton.module.css'

interface SkeletonProps {
  width?: number | string | undefined
  height?: number | undefined
  /** Of a cell, whose width is that of its rows and not of this. */
  share?: string | undefined
}

/** The place of a line that is coming. One rule without movement; Mantine's would bring a component and an animation, so ours stays. */
export function Skeleton({ width, height, share }: SkeletonProps) {
  return <span className={css.skeleton} data-skeleton style={share ? { width: 0, minWidth: share } : { width, height }} />
}
