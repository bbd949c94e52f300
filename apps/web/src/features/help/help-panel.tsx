import { Box, Drawer, Group, Kbd, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { OperatorContact } from '../../shell/operator-contact.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { Muted } from '../../ui/text/text.tsx'
import { GLOSSARY } from './glossary.ts'
import { helpOpened } from './help-state.ts'
import { PAGE_HELP } from './page-help.ts'
import { SHORTCUTS } from './shortcuts.ts'

/** Help panel: the purpose of the page, its keyboard shortcuts, contacts, and a glossary. */
export default function HelpPanel({ path }: { path: string | undefined }) {
  const opened = helpOpened.use()
  return (
    <Drawer
      opened={opened}
      onClose={() => helpOpened.set(false)}
      position="right"
      // `Help` restores the focus itself, because it can fall back to the button of the phone menu.
      returnFocus={false}
      size={420}
      title="Help"
      closeButtonProps={{ 'aria-label': 'Close help' }}
    >
      <Stack gap="xl">
        <AboutPage path={path} />
        <Shortcuts path={path} />
        <OperatorContact meaning="This panel cannot reach the server right now." />
        <Terms />
      </Stack>
    </Drawer>
  )
}

function AboutPage({ path }: { path: string | undefined }) {
  const help = path === undefined ? undefined : PAGE_HELP[path]
  if (!help) return null
  return (
    <Section title="On this page">
      <p>{help.about}</p>
      <Stack component="ul" gap={6} mt="sm" pl="lg" style={{ listStyle: 'disc' }}>
        {help.steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </Stack>
    </Section>
  )
}

function Shortcuts({ path }: { path: string | undefined }) {
  const shown = SHORTCUTS.filter(({ on }) => on === undefined || (path !== undefined && on.includes(path)))
  return (
    <Section title="Keyboard shortcuts">
      <Stack gap="sm">
        {shown.map(({ title, keys }) => (
          <div key={title}>
            <Muted>{title}</Muted>
            {keys.map(([names, does]) => (
              <Group key={does} justify="space-between" gap="sm" wrap="nowrap" py={4}>
                <span>{does}</span>
                <Group component="span" gap={4} wrap="nowrap">
                  {names.map((name) => (
                    <Kbd key={name} size="xs">
                      {name}
                    </Kbd>
                  ))}
                </Group>
              </Group>
            ))}
          </div>
        ))}
      </Stack>
    </Section>
  )
}

function Terms() {
  const [text, setText] = useState('')
  const wanted = text.trim().toLowerCase()
  const found = GLOSSARY.filter((entry) => entry.join(' ').toLowerCase().includes(wanted))
  return (
    <Section title="Glossary">
      <TextInput
        type="search"
        aria-label="Find a term"
        placeholder="Find a term"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Box component="dl" mt="sm" aria-label="Terms">
        {found.map(([term, meaning]) => (
          <Box key={term} py={6}>
            <Box component="dt" fw={600}>
              {term}
            </Box>
            <Box component="dd" m={0} c="var(--ink-2)">
              {meaning}
            </Box>
          </Box>
        ))}
      </Box>
      {found.length === 0 && <Muted>No term matches “{text.trim()}”.</Muted>}
    </Section>
  )
}
