import { Box, Button } from '@mantine/core'
import { ACCESS_SCOPES } from '@seriatim/schema/access-scope'
import { useState } from 'react'
import { type Outputs, trpc } from '../../api/trpc.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { useDialogMutation } from '../../ui/dialog/use-dialog-mutation.ts'
import { Badge } from '../../ui/feedback/badge.tsx'
import { Card, CardBody } from '../../ui/layout/card.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { Lines } from '../../ui/list/lines.tsx'
import { Loaded } from '../../ui/page/loaded.tsx'
import { formatDate, formatWhen } from '../../ui/text/format.ts'
import { Muted } from '../../ui/text/text.tsx'
import { NewAccessToken } from './new-access-token.tsx'

type Token = Outputs['auth']['readManyAccessTokens'][number]

/** Tokens for programs that act in the user's name. */
export function AccessTokens() {
  const tokens = trpc.auth.readManyAccessTokens.useQuery(undefined)
  const [making, setMaking] = useState(false)
  const [wanted, setWanted] = useState<Token>()
  const revoke = useDialogMutation(
    trpc.auth.deleteOneAccessToken.useMutation({ meta: { done: 'The access token was revoked.', touches: ['auth'] } }),
  )
  return (
    <Card title="Access tokens" foot={<Button onClick={() => setMaking(true)}>Create an access token</Button>}>
      <Box px="md" pb="md">
        <Muted>
          For a program that works without you, such as your pharmacy system. The token has all or some of your rights, through the API only
          (
          <a href="/api/v1/docs" target="_blank" rel="noreferrer">
            version 1
          </a>
          ,{' '}
          <a href="/api/v2/docs" target="_blank" rel="noreferrer">
            version 2
          </a>
          ), and cannot change your password.
        </Muted>
      </Box>
      <Loaded
        query={tokens}
        subject="Your access tokens"
        meaning="They keep working."
        waiting={
          <CardBody>
            <Skeleton width="60%" />
          </CardBody>
        }
      >
        {(live) =>
          live.length === 0 ? (
            <CardBody>
              <Muted>You have no access tokens.</Muted>
            </CardBody>
          ) : (
            <Lines
              lines={live.map((token) => ({
                key: token.id,
                name: token.name,
                content: (
                  <>
                    <b>{token.name}</b> {token.isOver && <Badge meaning="attention">Expired</Badge>}
                    <Muted>{describeInWords(token)}</Muted>
                  </>
                ),
                end: (
                  <Button
                    size="xs"
                    aria-label={`Revoke ${token.name}`}
                    onClick={() => {
                      setWanted(token)
                      revoke.open()
                    }}
                  >
                    Revoke
                  </Button>
                ),
              }))}
            />
          )
        }
      </Loaded>
      <NewAccessToken opened={making} onClose={() => setMaking(false)} />
      <ConfirmDialog
        opened={revoke.opened}
        onClose={revoke.close}
        title="Revoke this access token?"
        confirmLabel={`Revoke ${wanted?.name ?? ''}`}
        onConfirm={() => wanted && void revoke.submit({ tokenId: wanted.id })}
        pending={revoke.isPending}
        destructive
      >
        Programs that use this token will no longer have access. This cannot be undone.
      </ConfirmDialog>
    </Card>
  )
}

function describeInWords({ scopes, createdAt, expiresAt, lastUsedAt, lastAddress, isOver }: Token): string {
  const use = lastUsedAt ? `Last used ${formatWhen(lastUsedAt)}${lastAddress ? ` from ${lastAddress}` : ''}` : 'Never used'
  const may = scopes ? `Permissions: ${scopes.map((scope) => lowerFirst(ACCESS_SCOPES[scope])).join(', ')}. ` : ''
  return `${may}${use}. Created ${formatDate(createdAt)}, ${isOver ? 'expired' : 'expires'} ${formatDate(expiresAt)}.`
}

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)
