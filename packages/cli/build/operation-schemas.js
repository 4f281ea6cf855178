/**
 * Returns a JSON Schema with a property for each operation: an object with the schemas of `params`, `query`,
 * `body` or `form`, and the response's `data`. Operations without `data`, such as pages, are left out. The
 * types of `svc-simulator/client` are generated from the result.
 */
export function operationSchemas({ paths }, operations) {
  const members = operations.flatMap(({ id, path, method, status }) => {
    const { summary, parameters = [], requestBody, responses } = paths[path][method.toLowerCase()];
    const data = dataIn(responses[status].content?.['application/json']?.schema ?? {});
    if (!data) return [];
    const { content = {}, required = false } = requestBody ?? {};
    const [[mediaType, { schema }] = ['', {}]] = Object.entries(content);
    const request = {
      params: valuesOf(parameters, 'path'),
      query: valuesOf(parameters, 'query'),
      [mediaType === 'application/json' ? 'body' : 'form']: schema && { schema, required },
    };
    return [
      [
        id,
        { schema: objectOf({ ...request, data: { schema: data, required: true } }, summary), required: true },
      ],
    ];
  });
  return objectOf(Object.fromEntries(members));
}

/** Returns the schema of the property `data`, which may be in a part of an `allOf`. */
function dataIn({ allOf, properties }) {
  return allOf ? allOf.map(dataIn).find((schema) => schema !== undefined) : properties?.data;
}

function valuesOf(parameters, place) {
  const parametersInPlace = parameters.filter((each) => each.in === place);
  if (parametersInPlace.length === 0) return undefined;
  const members = Object.fromEntries(parametersInPlace.map(({ name, ...value }) => [name, value]));
  return { schema: objectOf(members), required: parametersInPlace.some(({ required }) => required) };
}

function objectOf(members, description) {
  const definedMembers = Object.entries(members).filter(([, member]) => member !== undefined);
  return {
    type: 'object',
    ...(description && { description }),
    properties: Object.fromEntries(definedMembers.map(([name, { schema }]) => [name, schema])),
    required: definedMembers.filter(([, { required }]) => required).map(([name]) => name),
  };
}
