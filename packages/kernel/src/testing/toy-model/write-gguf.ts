// Writes a GGUF file: the container in which llama.cpp keeps a model's metadata and weights.
// Source: ggml-org/ggml docs/gguf.md (version 3).

import { writeFileSync } from 'node:fs';

export type Metadata =
  | { readonly type: 'uint32' | 'float32'; readonly value: number }
  | { readonly type: 'bool'; readonly value: boolean }
  | { readonly type: 'string'; readonly value: string }
  | { readonly type: 'strings'; readonly value: readonly string[] }
  | { readonly type: 'float32s' | 'int32s'; readonly value: readonly number[] };

export interface Tensor {
  readonly name: string;
  /** The sizes of the dimensions. As in ggml, the dimension that varies fastest comes first. */
  readonly dimensions: readonly number[];
  readonly weights: Float32Array;
}

export interface GgufModel {
  readonly metadata: Readonly<Record<string, Metadata>>;
  readonly tensors: readonly Tensor[];
}

const codes = { uint32: 4, int32: 5, float32: 6, bool: 7, string: 8, array: 9 } as const;
const version = 3;
const alignment = 32;

export function writeGguf(path: string, { metadata, tensors }: GgufModel): void {
  const head = Buffer.concat([
    Buffer.from('GGUF'),
    encode(4, (bytes) => bytes.writeUInt32LE(version)),
    encodeCount(tensors.length),
    encodeCount(Object.keys(metadata).length),
    ...Object.entries(metadata).map(([key, value]) =>
      Buffer.concat([encodeText(key), encodeMetadata(value)]),
    ),
    ...describeTensors(tensors),
  ]);
  const weights = tensors.map(({ weights: values }) =>
    fillBlock(Buffer.from(values.buffer, values.byteOffset, values.byteLength)),
  );
  writeFileSync(path, Buffer.concat([fillBlock(head), ...weights]));
}

function describeTensors(tensors: readonly Tensor[]): readonly Buffer[] {
  let offset = 0;
  return tensors.map(({ name, dimensions, weights }) => {
    const described = Buffer.concat([
      encodeText(name),
      encodeNumber('uint32', dimensions.length),
      ...dimensions.map(encodeCount),
      // The type of the weights: 0 is float32.
      encodeNumber('uint32', 0),
      encodeCount(offset),
    ]);
    offset += Math.ceil(weights.byteLength / alignment) * alignment;
    return described;
  });
}

function encodeMetadata(entry: Metadata): Buffer {
  switch (entry.type) {
    case 'uint32':
    case 'float32':
      return Buffer.concat([encodeCode(entry.type), encodeNumber(entry.type, entry.value)]);
    case 'bool':
      return Buffer.concat([encodeCode('bool'), Buffer.from([entry.value ? 1 : 0])]);
    case 'string':
      return Buffer.concat([encodeCode('string'), encodeText(entry.value)]);
    case 'strings':
      return encodeList('string', entry.value.map(encodeText));
    case 'float32s':
      return encodeList(
        'float32',
        entry.value.map((value) => encodeNumber('float32', value)),
      );
    case 'int32s':
      return encodeList(
        'int32',
        entry.value.map((value) => encodeNumber('int32', value)),
      );
  }
}

function encodeList(type: keyof typeof codes, values: readonly Buffer[]): Buffer {
  return Buffer.concat([encodeCode('array'), encodeCode(type), encodeCount(values.length), ...values]);
}

function encodeCode(type: keyof typeof codes): Buffer {
  return encodeNumber('uint32', codes[type]);
}

function encodeNumber(type: 'uint32' | 'int32' | 'float32', value: number): Buffer {
  return encode(4, (bytes) => {
    if (type === 'float32') bytes.writeFloatLE(value);
    else if (type === 'int32') bytes.writeInt32LE(value);
    else bytes.writeUInt32LE(value);
  });
}

function encodeCount(value: number): Buffer {
  return encode(8, (bytes) => bytes.writeBigUInt64LE(BigInt(value)));
}

function encodeText(text: string): Buffer {
  const bytes = Buffer.from(text);
  return Buffer.concat([encodeCount(bytes.length), bytes]);
}

function encode(length: number, write: (bytes: Buffer) => void): Buffer {
  const bytes = Buffer.alloc(length);
  write(bytes);
  return bytes;
}

function fillBlock(bytes: Buffer): Buffer {
  return Buffer.concat([bytes, Buffer.alloc((alignment - (bytes.length % alignment)) % alignment)]);
}
