import type { DeviceWithSecret } from '@kingcar/contract'

/** The ways in which a recognizer can send its reads. */
export const connections = ['mqtt', 'nats', 'plateRecognizer', 'openalpr', 'frigate', 'hikvision'] as const
export type Connection = (typeof connections)[number]

type Credential = Required<Pick<DeviceWithSecret, 'id' | 'storeId' | 'secret'>>

/**
 * The complete settings that connect a recognizer as this device, ready to copy. libs/recognizer/MAKERS.md explains
 * each.
 * @param address the web address under which the product is reached
 */
export function connectionExample(connection: Connection, address: string, device: Credential): string {
  const { host, hostname, protocol } = new URL(address)
  const adapter = `${protocol}//${host}/api/recognition/adapters/${connection}/${device.id}`
  const basic = `Basic ${btoa(`${device.id}:${device.secret}`)}`
  switch (connection) {
    case 'mqtt':
      return [
        `mosquitto_pub -V mqttv311 -h ${hostname} -p 1883 -q 1`,
        `  -i '${device.id}' -u '${device.id}' -P '${device.secret}'`,
        `  -t 'recognition/read/${device.storeId}/${device.id}'`,
        `  -m "${read}"`,
      ].join(' \\\n')
    case 'nats':
      return [
        `nats request --server nats://${hostname}:4222 --user '${device.id}' --password '${device.secret}'`,
        `  'recognition.read.${device.storeId}.${device.id}'`,
        `  "${read}"`,
      ].join(' \\\n')
    case 'plateRecognizer':
      return [
        '[webhooks]',
        '  [[kingcar]]',
        `    url = ${adapter}`,
        `    header = Authorization: ${basic}`,
        '    image = yes',
        '    image_type = original',
        '    caching = yes',
        '    request_timeout = 30',
      ].join('\n')
    case 'openalpr':
      return ['upload_data = 1', `upload_address = ${adapter.replace('//', `//${device.id}:${device.secret}@`)}`].join(
        '\n',
      )
    case 'frigate':
      return [
        'mosquitto_sub -h FRIGATE_BROKER -t frigate/tracked_object_update |',
        '  while IFS= read -r event; do',
        `    printf %s "$event" | curl -s '${adapter}' \\`,
        `      -H 'authorization: ${basic}' -H 'content-type: application/json' --data-binary @-`,
        '  done',
      ].join('\n')
    case 'hikvision':
      return [
        'server {',
        '  listen 8081;',
        '  location = /gate1 {',
        '    allow CAMERA_ADDRESS;',
        '    deny all;',
        '    client_max_body_size 11m;',
        `    proxy_pass ${adapter};`,
        ...(protocol === 'https:' ? tls : []),
        `    proxy_set_header Authorization "${basic}";`,
        '  }',
        '}',
      ].join('\n')
  }
}

/** A read in double quotes of a shell. */
const read = `{${[
  '\\"readId\\":\\"$(cat /proc/sys/kernel/random/uuid)\\"',
  '\\"carNumber\\":\\"12가3456\\"',
  '\\"confidence\\":0.97',
  '\\"recognizedAt\\":\\"$(date -u +%FT%T.000Z)\\"',
].join(',')}}`

const tls = [
  '    proxy_ssl_server_name on;',
  '    proxy_ssl_verify on;',
  '    proxy_ssl_trusted_certificate /etc/ssl/certs/ca-certificates.crt;',
]
