import S3rver from '@20minutes/s3rver'

/** Starts an S3 store with one bucket; its user and password are both S3RVER. */
export async function startS3(directory: string): Promise<{ port: number; bucket: string; close(): Promise<void> }> {
  const bucket = 'seriatim'
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory,
    // For the bucket's own path, the server's signature includes a slash that clients don't send.
    allowMismatchedSignatures: true,
    configureBuckets: [{ name: bucket, configs: [] }],
  })
  const { port } = await server.run()
  return { port, bucket, close: () => server.close() }
}
