import S3rver from '@20minutes/s3rver'

/** Starts an S3 store with one bucket; its user and password are both S3RVER. */
export async function startS3(directory: string): Promise<{ port: number; bucket: string; close(): Promise<void> }> {
  const bucket = 'seriatim'
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory,
    // To sign a request for the bucket itself, this test server appends a slash to the path and clients do not, so their signatures never match.
    allowMismatchedSignatures: true,
    configureBuckets: [{ name: bucket, configs: [] }],
  })
  const { port } = await server.run()
  return { port, bucket, close: () => server.close() }
}
