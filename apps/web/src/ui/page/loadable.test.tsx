import { act, render, screen } from '@testing-library/react'
import { useLayoutEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { describe, expect, test, vi } from 'vitest'
import { Boundary } from './boundary.tsx'
import { loadable } from './loadable.tsx'

const settle = () => act(async () => undefined)

describe('a component that is loaded when it is first needed', () => {
  test('shows its placeholder until it has loaded, and then appears without blocking a frame', async () => {
    vi.useFakeTimers()
    const Part = loadable(async () => ({ default: ({ name }: { name: string }) => <p>Here is {name}</p> }))
    render(<Part name="it" standIn={<p>Not yet</p>} />)
    expect(screen.getByText('Not yet')).toBeTruthy()
    // React's Suspense would fail here: it waits 300 ms before it replaces the placeholder, and the test's clock is frozen.
    await settle()
    expect(screen.getByText('Here is it')).toBeTruthy()
    vi.useRealTimers()
  })

  test('renders in the first frame once it is preloaded', async () => {
    const load = vi.fn(async () => ({ default: () => <p>Ready</p> }))
    const Part = loadable(load)
    await Part.preload()
    render(<Part />)
    expect(screen.getByText('Ready')).toBeTruthy()
    expect(load).toHaveBeenCalledTimes(1)
  })

  test('passes its failure to the boundary, and retries when it is shown again', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    let isBroken = true
    const Part = loadable(async () => {
      if (isBroken) throw new Error('Nothing came.')
      return { default: () => <p>Ready</p> }
    })
    const first = render(
      <Boundary fallback={<p>Failed</p>}>
        <Part />
      </Boundary>,
    )
    expect(await screen.findByText('Failed')).toBeTruthy()
    first.unmount()
    isBroken = false
    render(<Part />)
    expect(await screen.findByText('Ready')).toBeTruthy()
  })

  test('renders even when its code arrives after the first frame was drawn, but before the effects of that frame ran', async () => {
    let come = (_module: { default: () => React.ReactNode }) => {}
    const Part = loadable(() => new Promise<{ default: () => React.ReactNode }>((resolve) => (come = resolve)))
    void Part.preload()
    const Neighbour = () => {
      useLayoutEffect(() => come({ default: () => <p>Ready</p> }), [])
      return null
    }
    const environment = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean } // React reads this flag
    environment.IS_REACT_ACT_ENVIRONMENT = false // `act` would batch the two updates
    const root = createRoot(document.body.appendChild(document.createElement('div')))
    root.render(
      <>
        <Part />
        <Neighbour />
      </>,
    )
    await vi.waitFor(() => expect(screen.getByText('Ready')).toBeTruthy())
    root.unmount()
    environment.IS_REACT_ACT_ENVIRONMENT = true
  })
})
