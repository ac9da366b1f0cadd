# The server alone; it wants a Redis (FUDAKAI_REDIS_URL) and a secret (FUDAKAI_SECRET_KEY). See docker-compose.yml.

FROM python:3.13-slim AS build
ENV PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1 PIP_ROOT_USER_ACTION=ignore
WORKDIR /build
COPY requirements.lock requirements-dev.lock ./
RUN python -m venv /fudakai && /fudakai/bin/pip install --require-hashes --requirement requirements.lock
# the builder comes from the other lock, into an environment that is left behind
RUN python -m venv /builder && /builder/bin/pip install --require-hashes --requirement requirements-dev.lock
COPY pyproject.toml README.md LICENSE ./
COPY fudakai fudakai
COPY protocol protocol
COPY server server
COPY clients clients
RUN /builder/bin/python -m hatchling build --target wheel \
    && /fudakai/bin/pip install --no-deps --no-index dist/*.whl \
    && /fudakai/bin/pip uninstall --yes pip

FROM python:3.13-slim
RUN useradd --system --uid 10001 --user-group --no-create-home --shell /usr/sbin/nologin fudakai \
    && install --directory --owner fudakai --group fudakai --mode 700 /data
COPY --from=build /fudakai /fudakai
# HOST is the container's own address: what others reach is decided by the ports that are published
ENV PATH=/fudakai/bin:$PATH \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    FUDAKAI_ENV=production \
    FUDAKAI_HOST=0.0.0.0 \
    FUDAKAI_PORT=8765 \
    FUDAKAI_DATA_DIR=/data
USER fudakai
WORKDIR /data
VOLUME /data
EXPOSE 8765
STOPSIGNAL SIGTERM
CMD ["fudakai-server", "serve"]
