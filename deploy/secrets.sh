#!/bin/sh
# Generates the secrets of an installation, once, into deploy/.env, which only you can read. Keep a copy outside this machine.
set -eu
cd "$(dirname "$0")"
if [ -e .env ]; then
  echo 'deploy/.env already exists. Its secrets are in use and are not replaced.' >&2
  exit 1
fi
umask 077
random() { openssl rand -hex 24; }
cat > .env <<EOF
# The public host name of the site. Caddy obtains a certificate for it. Use "localhost" to try it on this machine.
SITE=${SITE:-localhost}
MAIL_FROM=${MAIL_FROM:-no-reply@${SITE:-localhost.example}}
# Emails stay in Mailpit until you set a mail server here: smtps://user:password@mail.example.org
SMTP_URL=${SMTP_URL:-smtp://mailpit:1025?requireTLS=false}
SECRET=$(openssl rand -hex 32)
AUDIT_KEY=$(openssl rand -base64 32)
MASTER_KEYS=1:$(openssl rand -base64 32)
BACKUP_KEY=$(openssl rand -base64 32)
POSTGRES_PASSWORD=$(random)
DATABASE_OWNER_PASSWORD=$(random)
DATABASE_APP_PASSWORD=$(random)
REDIS_PASSWORD=$(random)
S3_ACCESS_KEY_ID=$(openssl rand -hex 10)
S3_SECRET_ACCESS_KEY=$(random)
EOF
echo 'deploy/.env was created. Back it up separately from the database and the files: without it no backup can be read.'
