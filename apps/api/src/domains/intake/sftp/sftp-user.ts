import ssh2 from 'ssh2'
import { sshFingerprint } from '../../../core/ssh-fingerprint.ts'

export interface DoorPlace {
  customerId: number
  doorId: number
}

/** The user name of a door: `door-4-12`. It names the customer, because a door can only be looked up within its customer. */
export const sftpUserName = ({ customerId, doorId }: DoorPlace): string => `door-${customerId}-${doorId}`

export function readSftpUserName(name: string): DoorPlace | undefined {
  const [, customer, door] = /^door-([1-9]\d{0,14})-([1-9]\d{0,14})$/.exec(name) ?? []
  return customer && door ? { customerId: Number(customer), doorId: Number(door) } : undefined
}

/** Minimum length of a secure RSA key, in bits. */
const LEAST_RSA_BITS = 2048

/** The problem with a public key; undefined if the key can be used to sign in. */
export function findKeyProblem(line: string): string | undefined {
  const key = ssh2.utils.parseKey(line)
  if (key instanceof Error) return 'This is not a public key. A public key begins with ssh-ed25519, ecdsa-sha2-nistp256 or ssh-rsa.'
  if (key.isPrivateKey()) return 'This is a private key. It must stay with the sender. Enter the public key.'
  if (key.type === 'ssh-dss') return 'DSA keys are no longer secure. Use an Ed25519 key.'
  if (key.type === 'ssh-rsa' && rsaBits(key.getPublicSSH()) < LEAST_RSA_BITS)
    return `An RSA key needs at least ${LEAST_RSA_BITS} bits. Use a longer one, or an Ed25519 key.`
  return undefined
}

/** The length of an RSA key in bits, read from its modulus: the last of the three strings of the public key blob. */
function rsaBits(blob: Buffer): number {
  let at = 0
  let length = 0
  for (let part = 0; part < 3; part++) {
    length = blob.readUInt32BE(at)
    at += 4 + length
  }
  const first = blob[at - length] ?? 0
  return first === 0 ? (length - 1) * 8 : length * 8 - Math.clz32(first) + 24
}

/** The fingerprint of a public key that was entered. */
export function keyFingerprint(line: string): string {
  const key = ssh2.utils.parseKey(line)
  return key instanceof Error ? '' : sshFingerprint(key.getPublicSSH())
}
