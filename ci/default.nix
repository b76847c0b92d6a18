# nix-build ci/default.nix   (not tried here)
{ pkgs ? import <nixpkgs> { } }:
pkgs.stdenv.mkDerivation {
  pname = "noether";
  version = "0.1.0";
  src = ../.;
  buildInputs = with pkgs; [ xxHash zstd libmicrohttpd ncurses ];
  makeFlags = [ "CC=cc" "PREFIX=$(out)" ];
}
