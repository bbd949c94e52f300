import { Box, Group, Stack } from '@mantine/core'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { trpc } from '../../api/trpc.ts'
import { Card } from '../../ui/layout/card.tsx'
import { Loaded } from '../../ui/page/loaded.tsx'
import { formatLongDate } from '../../ui/text/format.ts'
import { Glyph } from '../../ui/text/glyph.tsx'
import { SubText } from '../../ui/text/text.tsx'
import { Mono } from './mono.tsx'
import css from './recall.module.css'
import { codeName, describeReading, type Recall, splitPieces } from './recall-words.ts'

/** Characters of a text shown initially; the longest texts have 30,000. */
const SHOWN = 1200

/**
 * Shows the published text of the recall. It highlights the NDCs, lots and dates that were recognized, and says if something could not be recognized.
 */
export function RecallText({ recall }: { recall: Recall }) {
  const story = trpc.recall.readOneStory.useQuery({ recallId: recall.id })
  return (
    <Card title="What the recall says, and how it was read" className={css.reading}>
      <Box px="md" pb="md">
        <Loaded query={story} subject="The text" safe="It is safe">
          {({ texts, versions }) => (
            <Stack gap="sm">
              {texts.slice(0, 20).map((text) => (
                <Quote key={text.recallNumber} recall={recall} {...text} isNamed={texts.length > 1} />
              ))}
              {texts.length > 20 && <p>{`And ${texts.length - 20} more products, read in the same way.`}</p>}
              <Stack component="ul" gap={6}>
                {recall.recallCodes.slice(0, 30).map((code) => {
                  const { isShort, words } = describeReading(code)
                  return (
                    <Group component="li" key={code.id} gap="xs" align="flex-start" wrap="nowrap">
                      <Box pt={2} c={isShort ? 'var(--attention-text)' : 'var(--done-text)'}>
                        <Glyph of={isShort ? IconAlertTriangle : IconCheck} size={16} />
                      </Box>
                      <span>
                        <Mono>{code.ndcWithDashes || codeName(code)}</Mono>: {words}
                      </span>
                    </Group>
                  )
                })}
              </Stack>
              {versions.length > 1 && (
                <details>
                  <summary>{`${versions.length} versions`}</summary>
                  <Stack component="ul" gap={4} pl="md" mt="xs">
                    {versions.map(({ versionOn, isLate, words }) => (
                      <li key={`${versionOn} ${words.join()}`}>
                        <b>{formatLongDate(versionOn)}</b> {words.join('. ')}.
                        {isLate && ' It was loaded after a newer one, so it changed nothing.'}
                      </li>
                    ))}
                  </Stack>
                </details>
              )}
              <SubText>
                {`From the FDA's enforcement reports of ${formatLongDate(recall.versionOn)}. The FDA asks that these reports not be used to track a recall.`}
                {recall.source === 'sample' && ' This is a fictitious recall for trying out Seriatim.'}
              </SubText>
            </Stack>
          )}
        </Loaded>
      </Box>
    </Card>
  )
}

/** Recognizes a reference, such as "see attached", to a list of lots in an attachment. We don't have the attachments. */
const ELSEWHERE = /\bsee (?:the )?(?:attached|enclosed)(?: [a-z]+)?/gi

interface QuoteProps {
  recall: Recall
  recallNumber: string
  description: string
  codeInfo: string | null
  moreCodeInfo: string | null
  unread: readonly string[]
  isNamed: boolean
}

function Quote({ recall, recallNumber, description, codeInfo, moreCodeInfo, unread, isNamed }: QuoteProps) {
  const whole = [description, codeInfo, moreCodeInfo].filter(Boolean).join('\n')
  const read = recall.recallCodes.flatMap(({ ndcWithDashes, criteria }) => [
    ndcWithDashes,
    ...criteria.flatMap(({ recallLotNumbers }) => recallLotNumbers.flatMap(({ lotNumber }) => lotNumber.split(' to '))),
  ])
  const isShort = recall.recallCodes.some(({ isUnread }) => isUnread)
  const elsewhere = isShort ? (whole.match(ELSEWHERE) ?? []) : []
  const pieces = (text: string) =>
    splitPieces(text, read, [...unread, ...elsewhere]).map(({ text: words, kind }, at) => {
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces repeat and never move
      if (kind === 'plain') return <span key={at}>{words}</span>
      return (
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces repeat and never move
        <mark key={at} className={kind === 'read' ? css.read : css.unread} title={kind === 'read' ? 'Read' : 'Could not be read'}>
          {words}
        </mark>
      )
    })
  return (
    <figure>
      {isNamed && (
        <figcaption>
          <Mono>{recallNumber}</Mono>
        </figcaption>
      )}
      <blockquote className={css.quote}>
        {pieces(whole.slice(0, SHOWN))}
        {whole.length > SHOWN && (
          <details>
            <summary>{`Show the other ${(whole.length - SHOWN).toLocaleString('en-US')} characters`}</summary>
            {pieces(whole.slice(SHOWN))}
          </details>
        )}
      </blockquote>
    </figure>
  )
}
