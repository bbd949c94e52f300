// Sets the color scheme before the first paint, so a dark screen never flashes light. Plain script: it must not wait for a module.
;(() => {
  let chosen = null
  try {
    chosen = localStorage.getItem('seriatim-theme')
  } catch {}
  const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
})()
