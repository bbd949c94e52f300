import { Button, Group } from '@mantine/core'
import { groupCode } from '@seriatim/gs1'
import { Link } from 'wouter'
import { Card } from '../../ui/layout/card.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { DividedList } from '../../ui/list/divided-list.tsx'
import { EmptyLine } from '../../ui/list/empty-line.tsx'
import { Code } from '../../ui/text/code.tsx'
import { formatAmount, formatMinute } from '../../ui/text/format.ts'
import { LinkButton, SubText } from '../../ui/text/text.tsx'
import { UnitMark } from './unit-mark.tsx'
import { type Picked, packHref, startOver, visit } from './visit.ts'

interface UnitVisitProps {
  onPick: (picked: Picked) => void
}

/** Lists the bottles scanned during this visit. Clicking a bottle opens it again. */
export function UnitVisit({ onPick }: UnitVisitProps) {
  const picked = visit.use()
  return (
    <Section title="Bottles from this visit" aside={picked.length > 0 && <LinkButton onClick={startOver}>Start over</LinkButton>}>
      <Card
        foot={
          picked.length > 0 && (
            <>
              <span>{formatAmount(picked.length, 'bottle')}</span>
              <Button component={Link} href={packHref(picked)} size="xs">
                Create a pack of {picked.length === 1 ? 'this one' : `these ${picked.length}`}
              </Button>
            </>
          )
        }
      >
        {picked.length === 0 ? (
          <EmptyLine>Each bottle that you scan is listed here until you start over.</EmptyLine>
        ) : (
          <DividedList label="Bottles from this visit">
            {picked.map((one) => (
              <Group component="li" key={one.medId} gap="sm" wrap="nowrap">
                <UnitMark state={one.state} />
                <span style={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
                  <LinkButton onClick={() => onPick(one)}>{one.medName ?? 'Product not named'}</LinkButton>
                  <SubText>
                    <Code groups={groupCode('serial', one.serialNumber)} boldTail small wraps />, {one.brief}
                  </SubText>
                </span>
                <SubText>
                  <time dateTime={one.at}>{formatMinute(one.at)}</time>
                </SubText>
              </Group>
            ))}
          </DividedList>
        )}
      </Card>
    </Section>
  )
}
