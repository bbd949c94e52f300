import { Button } from '@mantine/core'
import { Link } from 'wouter'

export function HomeLink() {
  return (
    <Button component={Link} href="/">
      Go to Home
    </Button>
  )
}
