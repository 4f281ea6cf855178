# The simulator alone: docs/docker.md says how to use it.
FROM node:22-alpine AS build
WORKDIR /src
COPY . .
RUN npm ci && npm pack --ignore-scripts --pack-destination /tmp \
 && mkdir /app && tar -xzf /tmp/svc-simulator-*.tgz -C /app --strip-components=1

FROM node:22-alpine
COPY --from=build /app /opt/svc-simulator
RUN ln -s /opt/svc-simulator/bin/sim.js /usr/local/bin/svc-simulator \
 && ln -s svc-simulator /usr/local/bin/sim \
 && mkdir /data && chown node:node /data
USER node
WORKDIR /data
# Commands that `docker exec` runs find the simulator in the same directory.
ENV SIM_HOST=0.0.0.0 SIM_DATA=/data
VOLUME /data
EXPOSE 4010
HEALTHCHECK --interval=10s --timeout=3s --start-period=3s CMD ["svc-simulator", "health"]
ENTRYPOINT ["svc-simulator"]
CMD ["start"]
