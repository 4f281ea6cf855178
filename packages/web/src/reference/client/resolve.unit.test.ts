import { describe, expect, it } from 'vitest';
import { resolvedPart } from './resolve.ts';

const document = {
  paths: { '/a': { get: { parameters: [{ $ref: '#/components/p/id' }], security: [] } } },
  components: {
    p: { id: { name: 'id', schema: { $ref: '#/components/schemas/Id', description: 'its own' } } },
    schemas: {
      Id: { type: 'string', description: 'of all', example: null },
      Tree: {
        leaf: { $ref: '#/components/schemas/Id' },
        children: { items: { $ref: '#/components/schemas/Tree' } },
      },
    },
  },
};

describe('resolvedPart', () => {
  it('replaces references by what they name, below what stands beside them', () => {
    const schema = { title: 'Id', type: 'string', description: 'its own', example: null };
    expect(resolvedPart(document, ['paths', '/a', 'get'])).toEqual({
      parameters: [{ name: 'id', schema }],
      security: [],
    });
  });

  it('leaves a reference to what it stands in', () => {
    const leaf = { title: 'Id', ...document.components.schemas.Id };
    const items = { $ref: '#/components/schemas/Tree' };
    expect(resolvedPart({ ...document, part: items }, ['part'])).toEqual({
      title: 'Tree',
      leaf,
      children: { items },
    });
  });

  it('merges allOf', () => {
    const allOf = [
      { type: 'object', required: ['a'], properties: { a: { type: 'string' } } },
      { type: 'object', required: ['b'], properties: { a: { minLength: 1 }, b: { type: 'number' } } },
    ];
    expect(resolvedPart({ part: { allOf, description: 'both' } }, ['part'])).toEqual({
      type: 'object',
      required: ['a', 'b'],
      properties: { a: { type: 'string', minLength: 1 }, b: { type: 'number' } },
      description: 'both',
    });
  });

  it('knows no part that is not there', () => {
    expect(resolvedPart(document, ['paths', '/b', 'get'])).toBeUndefined();
  });
});
